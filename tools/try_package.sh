#!/usr/bin/env bash
# Installs the .deb that `make package` has made in a bare Debian 12, which it fetches, and runs the
# tour of the README there. As root; needs debootstrap and the network.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: tools/try_package.sh [FILE.deb]
set -euo pipefail
cd "$(dirname "$0")/.."

deb=${1:-$(ls -t build/package/orujo_*.deb | head -n 1)}
root=${BARE_ROOT:-build/bare}
if [ ! -x "$root/usr/bin/apt-get" ]; then
  debootstrap --variant=minbase bookworm "$root"
fi
cp "$deb" "$root/tmp/orujo.deb"
# inside COMMAND...: runs it in the bare system, with nothing of this one's environment.
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive \
    unshare --mount sh -c 'mount --rbind /proc "$0/proc" && mount --rbind /sys "$0/sys" && exec chroot "$0" "$@"' \
    "$root" "$@"
}
inside apt-get update -q
inside apt-get install -q -y --no-install-recommends --reinstall /tmp/orujo.deb

inside sh -c 'if dpkg-query -W | grep -E "openmpi|mpich"; then exit 1; fi'
mapfile -t tour < <(sed -n 's/^\$ \(orujo [^#]*\).*/\1/p' README.md)
for command in "${tour[@]}"; do
  read -r -a words <<<"$command"
  printf '\n$ %s\n' "${words[*]}"
  inside sh -c 'cd /usr/share/orujo && exec "$@"' sh "${words[@]}"
done
inside orujo doctor | head -n 1
