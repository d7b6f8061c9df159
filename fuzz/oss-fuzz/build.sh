#!/bin/bash -eu
# Builds the fuzz targets into $OUT, each with its dictionary and its seeds, as OSS-Fuzz and ClusterFuzzLite want them.
# They set SRC, OUT and SANITIZER. For a try elsewhere: FUZZ_TARGETS names some targets, FUZZ_TOOLCHAIN a toolchain (`+nightly`).
cd "${SRC:?}/offload-bundle"
case ${SANITIZER:-address} in
  # What counts lines is in RUSTFLAGS then.
  coverage) sanitizer=none ;;
  *) sanitizer=${SANITIZER:-address} ;;
esac

# name, file, dictionary, folder of seeds, longest input; `-` where there is none
list=$(cargo run --locked --quiet --package xtask -- fuzz --list ${FUZZ_TARGETS:-})
while read -r target _ dictionary seeds _; do
  (cd fuzz && cargo ${FUZZ_TOOLCHAIN:-} fuzz build --release --debug-assertions --sanitizer "$sanitizer" --codegen-units 16 \
    --target x86_64-unknown-linux-gnu --target-dir ../target/oss-fuzz "$target")
  cp "target/oss-fuzz/x86_64-unknown-linux-gnu/release/$target" "${OUT:?}/"
  if [ "$dictionary" != - ]; then cp "$dictionary" "$OUT/$target.dict"; fi
  if [ "$seeds" != - ]; then (cd "$seeds" && find . -type f | zip -q -@ "$OUT/${target}_seed_corpus.zip"); fi
done <<<"$list"
