#!/usr/bin/env python3
"""Lets the disk fill up under `brink run`, makes room, and resumes it.

usage: full_disk.py BRINK      exit: 0 as claimed, 1 not, 77 skipped: a small file system cannot be mounted

Claims: the run ends with status 1 and says that the disk is full; every record that was stored is there and unchanged;
the same command, given room, ends with the same tables, byte for byte, as a run that had room from the start.
"""
import filecmp
import os
import shutil
import subprocess
import sys
import tempfile

from kill_resume import records, write_items

SKIPPED = 77


def in_a_mount_namespace_of_our_own(arguments):
    unshare = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--mount"]
    with tempfile.TemporaryDirectory() as folder:
        probe = [*unshare, "mount", "-t", "tmpfs", "none", folder]
        if not shutil.which("unshare") or subprocess.run(probe, capture_output=True, check=False).returncode != 0:
            print("skipped: this user may not mount a small file system")
            return SKIPPED
    return subprocess.run([*unshare, sys.executable, __file__, "--inside", *arguments], check=False).returncode


def stored(store, folder):
    """The records of a store on a full disk, read from a copy: SQLite needs room to open it."""
    copy = os.path.join(folder, "copy.brink")
    for end in ("", "-wal"):
        if os.path.exists(store + end):
            shutil.copy(store + end, copy + end)
    return records(copy)


def main(brink):
    with tempfile.TemporaryDirectory() as folder:
        disk, data = os.path.join(folder, "disk"), os.path.join(folder, "items.jsonl")
        os.mkdir(disk)
        write_items(data, 200)

        def run(store):
            return subprocess.run([brink, "run", "--backend", "scripted", "--model", "position:0.5", "--data", data,
                                   "--modes", "direct,cot", "--store", store],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)

        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "none", disk], check=True)
        try:
            full = os.path.join(disk, "full.brink")
            first = run(full)
            assert first.returncode == 1, f"status {first.returncode}: {first.stderr}"
            assert f"{full}: the disk is full" in first.stderr, first.stderr
            assert "run the same command again" in first.stderr, first.stderr
            kept = stored(full, folder)

            subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
            assert run(full).returncode == 0, "the run does not go on"
            now = records(full)
            assert all(now.get(id) == row for id, row in kept.items()), "a stored record was lost or changed"
            assert 10 < len(kept) < len(now), f"{len(kept)} records were stored before the disk was full"

            whole = os.path.join(folder, "whole.brink")
            assert run(whole).returncode == 0
            for store, out in ((whole, "a"), (full, "b")):
                subprocess.run([brink, "export", store, os.path.join(folder, out)], check=True, capture_output=True)
            names = sorted(os.listdir(os.path.join(folder, "a")))
            _, differ, errors = filecmp.cmpfiles(os.path.join(folder, "a"), os.path.join(folder, "b"), names, False)
            assert not differ and not errors, f"tables differ: {differ} {errors}"
        finally:
            subprocess.run(["umount", "--lazy", disk], check=True)
    print(f"{len(kept)} of {len(now)} records fitted and were kept; {len(names)} tables byte-equal after resuming")
    return 0


if __name__ == "__main__":
    if sys.argv[1] == "--inside":
        sys.exit(main(sys.argv[2]))
    sys.exit(in_a_mount_namespace_of_our_own(sys.argv[1:]))
