#!/bin/sh
# Makes the libraries here: those called `llvm` by LLVM's compiler for SYCL, the others by its compiler for C, with records as DPC++ writes
# them. Needs release 22 of clang and lld (its folder of programs first in PATH), spirv-tools, zstd, and ld of GNU.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'OpCapability Kernel\nOpCapability Addresses\nOpMemoryModel Physical64 OpenCL\n' > "$work/small.spvasm"
spirv-as "$work/small.spvasm" -o "$work/small.spv"
{ cat "$work/small.spvasm"; for name in $(seq 200); do printf '%%s%d = OpString "a name, number %d"\n' "$name" "$name"; done; } |
  sed '/OpMemoryModel/!b' > "$work/large.spvasm"
spirv-as "$work/large.spvasm" -o "$work/large.spv"
# An archive as ocloc writes it: padding, and code for two devices.
for device in 12.60.7 12.55.8; do
  printf 'int kernel_for_%s;\n' "$(echo "$device" | tr . _)" | clang -c -x c - -o "$work/64.$device"
done
printf '        ' > "$work/pad_0"
(cd "$work" && llvm-ar --format=gnu rcSD devices.a pad_0 64.12.60.7 64.12.55.8)
for name in devices.a large.spv; do zstd -q -19 "$work/$name" -o "$work/$name.zst"; done
flags="-shared -nostdlib -fPIC -O1 -I$work -Wl,--build-id=none -Wl,-z,noseparate-code -fno-ident"
for version in 2 3; do
  (cp images.c "$work" && cd "$work" && clang $flags -fuse-ld=lld -DVERSION=$version images.c -o "dpcpp-v$version.so")
done
(cd "$work" && clang $flags -fuse-ld=bfd -DVERSION=3 images.c -o dpcpp-bfd.so)
(cd "$work" && clang $flags -fuse-ld=lld -Wl,--pack-dyn-relocs=relr -DVERSION=3 images.c -o dpcpp-relr.so)
(cd "$work" && clang -static -nostdlib -fno-pie -O1 -fno-ident -fuse-ld=lld -Wl,-e,0 -Wl,--build-id=none -DVERSION=3 images.c -o dpcpp-fixed)
(cd "$work" && clang -c -fPIC -O1 -fno-ident -DVERSION=3 images.c -o dpcpp.o)
(cd "$work" && clang $flags -fuse-ld=lld images.c -o dpcpp-unregistered.so)
cp kernel.cpp "$work"
for linker in lld bfd; do
  (cd "$work" && clang++ -fsycl $flags -fuse-ld=$linker kernel.cpp -o "llvm-$linker.so")
done
cp "$work"/*.so "$work"/dpcpp-fixed "$work"/dpcpp.o .
