#!/usr/bin/env bash
# Installs a release of offload-bundle on a runner of GitHub: picks the archive for its system, compares the digest, and adds the
# program to the search path of later steps. OFFLOAD_BUNDLE_VERSION names the release; OFFLOAD_BUNDLE_RELEASES another place of releases.
set -euo pipefail

releases=${OFFLOAD_BUNDLE_RELEASES:-https://github.com/offload-bundle/offload-bundle/releases}
version=${OFFLOAD_BUNDLE_VERSION:-}
version=${version#v}
case "$version" in
  '') from=$releases/latest/download ;;
  *) from=$releases/download/v$version ;;
esac

case "$RUNNER_OS-$RUNNER_ARCH" in
  Linux-X64) target=x86_64-unknown-linux-musl.tar.gz ;;
  Linux-ARM64) target=aarch64-unknown-linux-musl.tar.gz ;;
  macOS-X64) target=x86_64-apple-darwin.tar.gz ;;
  macOS-ARM64) target=aarch64-apple-darwin.tar.gz ;;
  Windows-X64) target=x86_64-pc-windows-gnu.zip ;;
  *)
    echo "offload-bundle: there is no release for $RUNNER_OS on $RUNNER_ARCH; build it with: cargo install --locked offload-bundle-cli" >&2
    exit 2
    ;;
esac

place=$RUNNER_TEMP/offload-bundle
mkdir -p "$place"
cd "$place"
download() { curl --fail --silent --show-error --location --retry 3 --output "$1" "$from/$1"; }
download SHA256SUMS
# The list of digests names the files of the release, and so its version.
if ! line=$(grep -- "-$target\$" SHA256SUMS); then
  echo "offload-bundle: the release at $from has no archive for $target" >&2
  exit 2
fi
archive=${line##* }
download "$archive"
if command -v sha256sum >/dev/null; then
  echo "$line" | sha256sum --check --quiet -
else
  echo "$line" | shasum --algorithm 256 --check --quiet -
fi
case "$archive" in
  *.zip) unzip -q -o "$archive" && folder=$place/${archive%.zip} ;;
  *) tar -xzf "$archive" && folder=$place/${archive%.tar.gz} ;;
esac
echo "$folder" >>"$GITHUB_PATH"
"$folder/offload-bundle" --version
