# Run from the top of the repository; each line makes one picture or one set of pictures.
fen2img "r5rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1" -o samples/pictures/smothered.svg --marker square
fen2img "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16" -o samples/pictures/opera.png --size 640 --coordinates inside
fen2img "4k3/7R/r7/3KP3/8/8/8/8 b - - 0 1" -o samples/pictures/philidor.svg --theme green --orientation auto --marker dot
fen2img "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6" -o samples/pictures/najdorf.svg --svg-reuse --coordinates all --theme walnut
fen2img "7K/8/k1P5/7p/8/8/8/8 w - - 0 1" -o samples/pictures/reti.svg --style samples/book.toml
fen2img "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23" -o samples/pictures/immortal.svg --theme print-grey --width 2.5in
