// chess-vision's SVG drawn by resvg-js, answering as peers.py does: node peers.mjs FOLDER JOB, FOLDER with node_modules.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const [folder, job] = process.argv.slice(2);
const load = createRequire(join(folder, "package.json"));
const { generateDiagram } = load("@chessvision-org/chess-vision");
const { Resvg } = load("@resvg/resvg-js");
const { size, format } = JSON.parse(job);
const options = { font: { loadSystemFonts: false } };

const draw = ([fen]) => {
  const svg = generateDiagram({ fen, size, showCoords: false });
  return format === "svg" ? Buffer.from(svg) : new Resvg(svg, options).render().asPng();
};

for await (const line of createInterface({ input: process.stdin })) {
  const samples = JSON.parse(line);
  const start = performance.now();
  const drawn = samples.map(draw);
  const seconds = (performance.now() - start) / 1000;
  const first = drawn[0].toString("base64");
  console.log(JSON.stringify({ seconds, bytes: drawn.map((data) => data.length), first }));
}
