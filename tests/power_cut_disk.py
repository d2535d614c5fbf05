"""A disk whose power can be cut: a file system in memory that writes down, in order, all that is written and synced.

Linux hands every call on such a disk to this program (FUSE, spoken over /dev/fuse: no library is needed, but root).
Afterwards the journal says what may lie on a real disk when the power went at any moment: what was synced is there; of
what was not, nothing, all, a beginning, or some sectors of it in any order. One run so gives as many cuts as one wants.

    python powercut.py MOUNTPOINT JOURNAL    serves until it is unmounted, then writes the journal
"""

from __future__ import annotations

import ctypes
import errno
import os
import pickle
import random
import stat
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

ROOT = 1
SECTOR = 512
BUFFER = 1 << 20
LARGEST_WRITE = 128 * 1024
MARKS = "marks"
"""A file of the disk in which a client notes, line by line, what it was told: it comes in the journal at its time."""
_HEAD = struct.Struct("<IIQQIIII")
_ATTRIBUTES = struct.Struct("<QQQQQQIIIIIIIIII")
_DETACH = 2


def can_be_had() -> bool:
    """Whether this machine lets us be a disk."""
    return os.path.exists("/dev/fuse") and hasattr(os, "geteuid") and os.geteuid() == 0


class Act(NamedTuple):
    """One line of the journal."""

    what: str
    node: int
    name: str = ""
    other: int = 0
    """A place in a file, a size, a node."""
    data: Any = b""


class Node:
    """A file or a folder as it is now."""

    def __init__(self, mode: int, uid: int, gid: int) -> None:
        self.mode, self.uid, self.gid = mode, uid, gid
        self.data = bytearray()
        self.entries: dict[str, int] = {}
        self.links = 1
        self.time = time.time()


class Failed(Exception):
    def __init__(self, number: int) -> None:
        self.number = number


class Disk:
    """Answers what Linux asks."""

    def __init__(self) -> None:
        self.nodes = {ROOT: Node(stat.S_IFDIR | 0o755, 0, 0)}
        self.journal: list[Act] = []
        self._last = ROOT
        self._calls: dict[int, Callable[[int, tuple[int, int], bytes], bytes]] = {
            1: self._lookup, 3: self._getattr, 4: self._setattr, 5: self._readlink, 6: self._symlink, 8: self._mknod,
            9: self._mkdir, 10: self._unlink, 11: self._unlink, 12: self._rename, 13: self._link, 14: self._open,
            15: self._read, 16: self._write, 17: self._statfs, 18: self._nothing, 20: self._sync, 25: self._nothing,
            26: self._init, 27: self._open, 28: self._readdir, 29: self._nothing, 30: self._sync_folder,
            35: self._create, 45: self._rename,
        }  # fmt: skip

    def serve(self, device: int) -> None:
        while True:
            try:
                asked = os.read(device, BUFFER)
            except OSError as error:
                if error.errno == errno.ENODEV:
                    return  # unmounted
                if error.errno in (errno.ENOENT, errno.EAGAIN):
                    continue
                raise
            _, call, number, node, uid, gid, _, _ = _HEAD.unpack_from(asked)
            if call in (2, 36, 42):  # forgetting and interrupting want no answer
                continue
            act = self._calls.get(call)
            wrong, answer = 0, b""
            if act is None:
                wrong = errno.ENOSYS
            else:
                try:
                    answer = act(node, (uid, gid), asked[_HEAD.size :])
                except Failed as failed:
                    wrong = failed.number
            with suppress(FileNotFoundError):  # whoever asked was killed meanwhile
                os.write(device, struct.pack("<IiQ", 16 + len(answer), -wrong, number) + answer)

    def _note(self, what: str, node: int, name: str = "", other: int = 0, data: Any = b"") -> None:
        self.journal.append(Act(what, node, name, other, data))

    def _at(self, node: int) -> Node:
        if node not in self.nodes:
            raise Failed(errno.ESTALE)
        return self.nodes[node]

    def _child(self, node: int, name: str) -> int:
        if name not in self._at(node).entries:
            raise Failed(errno.ENOENT)
        return self.nodes[node].entries[name]

    # --- what Linux asks, by the names of its protocol

    def _init(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        _, minor, ahead, _ = struct.unpack_from("<IIII", more)
        return struct.pack("<IIIIHHIIHHI28x", 7, min(minor, 31), ahead, 1 << 5, 12, 9, LARGEST_WRITE, 1, 32, 0, 0)

    def _lookup(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        return self._entry(self._child(node, _name(more)))

    def _entry(self, node: int) -> bytes:
        return struct.pack("<QQQQII", node, 0, 0, 0, 0, 0) + self._attributes(node)

    def _attributes(self, node: int) -> bytes:
        it = self._at(node)
        size, seconds = len(it.data), int(it.time)
        return _ATTRIBUTES.pack(
            node, size, (size + 511) // 512, seconds, seconds, seconds, 0, 0, 0, it.mode, it.links, it.uid, it.gid, 0,
            4096, 0,
        )  # fmt: skip

    def _getattr(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        return struct.pack("<QII", 0, 0, 0) + self._attributes(node)

    def _setattr(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        valid, _, size = struct.unpack_from("<I4xQQ", more)
        mode, uid, gid = struct.unpack_from("<I4xII", more, 68)
        it = self._at(node)
        if valid & 8:
            self._note("size", node, other=size)
            del it.data[size:]
            it.data.extend(bytes(size - len(it.data)))
            it.time = time.time()
        if valid & 1:
            it.mode = stat.S_IFMT(it.mode) | stat.S_IMODE(mode)
        if valid & 2:
            it.uid = uid
        if valid & 4:
            it.gid = gid
        if valid & 7:
            self._note("owner", node, data=(it.mode, it.uid, it.gid))
        return self._getattr(node, who, more)

    def _made(self, folder: int, name: str, mode: int, who: tuple[int, int]) -> int:
        if name in self._at(folder).entries:
            raise Failed(errno.EEXIST)
        self._last += 1
        self.nodes[self._last] = Node(mode, *who)
        self._note("make", self._last, data=(mode, *who))
        self._enter(folder, name, self._last)
        return self._last

    def _enter(self, folder: int, name: str, node: int) -> None:
        self._at(folder).entries[name] = node
        self.nodes[folder].time = time.time()
        self._note("enter", folder, name, node)

    def _mknod(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        return self._entry(self._made(node, _name(more[16:]), struct.unpack_from("<I", more)[0], who))

    def _mkdir(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        mode = stat.S_IFDIR | struct.unpack_from("<I", more)[0]
        return self._entry(self._made(node, _name(more[8:]), mode, who))

    def _symlink(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        name, target = more.split(b"\0")[:2]
        made = self._made(node, os.fsdecode(name), stat.S_IFLNK | 0o777, who)
        self.nodes[made].data[:] = target
        self._note("write", made, data=target)
        return self._entry(made)

    def _readlink(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        return bytes(self._at(node).data)

    def _create(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        mode = stat.S_IFREG | stat.S_IMODE(struct.unpack_from("<II", more)[1])
        return self._entry(self._made(node, _name(more[16:]), mode, who)) + self._open(node, who, more)

    def _link(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        (old,), name = struct.unpack_from("<Q", more), _name(more[8:])
        if name in self._at(node).entries:
            raise Failed(errno.EEXIST)
        self._at(old).links += 1
        self._enter(node, name, old)
        return self._entry(old)

    def _unlink(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        name = _name(more)
        gone = self._child(node, name)
        if self.nodes[gone].entries:
            raise Failed(errno.ENOTEMPTY)
        del self.nodes[node].entries[name]
        self.nodes[gone].links -= 1
        self._note("leave", node, name)
        return b""

    def _rename(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        # The newer of the two calls has eight bytes more: flags, of which we know none.
        (folder,) = struct.unpack_from("<Q", more)
        names = more[8:]
        if len(names) > 8 and names[1:8] == bytes(7):
            if names[0]:
                raise Failed(errno.EINVAL)
            names = names[8:]
        old, new = (os.fsdecode(part) for part in names.split(b"\0")[:2])
        moved = self._child(node, old)
        del self.nodes[node].entries[old]
        replaced = self._at(folder).entries.get(new)
        if replaced is not None:
            self.nodes[replaced].links -= 1
        self.nodes[folder].entries[new] = moved
        self._note("rename", node, old, folder, new)
        return b""

    def _open(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        return struct.pack("<QII", 0, 0, 0)

    def _read(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        place, size = struct.unpack_from("<8xQI", more)
        return bytes(self._at(node).data[place : place + size])

    def _write(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        place, size = struct.unpack_from("<8xQI", more)
        data = more[40 : 40 + size]
        put(self._at(node).data, place, data)
        self.nodes[node].time = time.time()
        self._note("write", node, other=place, data=data)
        return struct.pack("<II", size, 0)

    def _sync(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        self._note("sync", node)
        return b""

    def _sync_folder(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        self._note("sync-folder", node)
        return b""

    def _nothing(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        return b""

    def _statfs(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        return struct.pack("<QQQQQIIII24x", 1 << 22, 1 << 21, 1 << 21, 1 << 20, 1 << 19, 4096, 255, 4096, 0)

    def _readdir(self, node: int, who: tuple[int, int], more: bytes) -> bytes:
        start, size = struct.unpack_from("<8xQI", more)
        told = b""
        for number, (name, child) in enumerate(self._at(node).entries.items(), 1):
            if number <= start:
                continue
            raw = os.fsencode(name)
            line = struct.pack("<QQII", child, number, len(raw), stat.S_IFMT(self.nodes[child].mode) >> 12) + raw
            line += bytes(-len(line) % 8)
            if len(told) + len(line) > size:
                break
            told += line
        return told


def _name(raw: bytes) -> str:
    return os.fsdecode(raw.partition(b"\0")[0])


def put(file: bytearray, place: int, data: bytes) -> None:
    """Write into a file; what lies between its end and there is zero."""
    if len(file) < place:
        file.extend(bytes(place - len(file)))
    file[place : place + len(data)] = data


@contextmanager
def mounted(folder: Path, journal: Path) -> Iterator[Path]:
    """A disk at a folder; its journal is there once it is unmounted."""
    folder.mkdir()
    serving = subprocess.Popen([sys.executable, __file__, str(folder), str(journal)], stdout=subprocess.PIPE, text=True)
    assert serving.stdout is not None
    try:
        assert serving.stdout.readline() == "ready\n", "the disk did not start"
        yield folder
    finally:
        _libc().umount2(os.fsencode(folder), _DETACH)
        try:
            serving.wait(60)
        finally:
            serving.kill()
            serving.stdout.close()


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _main(folder: str, journal: str) -> None:
    device = os.open("/dev/fuse", os.O_RDWR)
    settings = f"fd={device},rootmode=40000,user_id=0,group_id=0,allow_other,default_permissions"
    if _libc().mount(b"grognard", os.fsencode(folder), b"fuse", 0, settings.encode()):
        sys.exit(f"{folder} cannot be a disk: {os.strerror(ctypes.get_errno())}")
    print("ready", flush=True)
    disk = Disk()
    disk.serve(device)
    with open(journal, "wb") as file:
        pickle.dump([tuple(act) for act in disk.journal], file)


# --- what lies on the disk after a cut


class Kept:
    """A file or folder: what is certain, and what was written since its last sync."""

    def __init__(self, data: tuple[int, int, int]) -> None:
        self.owner = data
        self.certain = bytearray()
        self.since: list[Act] = []


LOSSES = ("nothing more", "all", "a beginning", "some sectors")
"""What is left of what was not synced."""


class Platter:
    """What may lie on the disk, moment by moment. On one that `journals` a synced file brings its names with it, as on
    ext4 and XFS; elsewhere the folder has to be synced too, as POSIX has it."""

    def __init__(self, journal: list[Act], journals: bool) -> None:
        self._journal = journal
        self._journals = journals
        self._nodes = {ROOT: Kept((stat.S_IFDIR | 0o755, 0, 0))}
        self._names: dict[int, dict[str, int]] = {ROOT: {}}
        self._since: list[Act] = []
        """What happened to names and is not certain."""
        self._marks, self._half = 0, b""
        self.marks: list[str] = []
        """What clients had been told by now."""
        self.now = 0

    def settle(self) -> None:
        """Everything by now is certain: a disk that has long been at rest."""
        for node in self._nodes.values():
            for act in node.since:
                _written(node.certain, act)
            node.since.clear()
        self._commit(len(self._since))

    def go_to(self, moment: int) -> None:
        """On to the moment when so many acts were done."""
        while self.now < moment:
            self._act(self._journal[self.now])
            self.now += 1

    def _act(self, act: Act) -> None:
        if act.what == "make":
            self._nodes[act.node] = Kept(act.data)
        elif act.what == "owner":
            self._nodes[act.node].owner = act.data
        elif act.what in ("write", "size"):
            self._nodes[act.node].since.append(act)
            if act.node == self._marks:
                *whole, self._half = (self._half + act.data).split(b"\n")
                self.marks += [line.decode() for line in whole]
        elif act.what == "sync":
            node = self._nodes[act.node]
            for written in node.since:
                _written(node.certain, written)
            node.since.clear()
            if self._journals:
                self._commit(len(self._since))
        elif act.what == "sync-folder":
            touched = [n for n, each in enumerate(self._since, 1) if act.node in _folders(each)]
            self._commit(touched[-1] if touched else 0)
        else:
            self._since.append(act)
            if act.what == "enter" and act.node == ROOT and act.name == MARKS:
                self._marks = act.other

    def _commit(self, count: int) -> None:
        for act in self._since[:count]:
            _renamed(self._names, act)
        del self._since[:count]

    def left(self, folder: Path, luck: random.Random, loss: str) -> None:
        """Lay out what is left after a cut at this moment."""
        names = {node: dict(entries) for node, entries in self._names.items()}
        for act in self._since[: _some(len(self._since), luck, loss)]:
            _renamed(names, act)
        self._lay(ROOT, folder, names, luck, loss)

    def _lay(self, node: int, folder: Path, names: dict[int, dict[str, int]], luck: random.Random, loss: str) -> None:
        folder.mkdir()
        _own(folder, self._nodes[node].owner)
        for name, child in names.get(node, {}).items():
            kept, path = self._nodes[child], folder / name
            kind = stat.S_IFMT(kept.owner[0])
            if kind == stat.S_IFDIR:
                self._lay(child, path, names, luck, loss)
            elif kind == stat.S_IFLNK:
                path.symlink_to(os.fsdecode(bytes(kept.certain)))
            elif kind == stat.S_IFREG:
                path.write_bytes(_left_of(kept, luck, loss))
                _own(path, kept.owner)


def _own(path: Path, owner: tuple[int, int, int]) -> None:
    os.chown(path, *owner[1:])
    path.chmod(stat.S_IMODE(owner[0]))


def _some(count: int, luck: random.Random, loss: str) -> int:
    return {"nothing more": 0, "all": count}.get(loss, luck.randint(0, count))


def _left_of(kept: Kept, luck: random.Random, loss: str) -> bytes:
    file = bytearray(kept.certain)
    if loss != "some sectors":
        for act in kept.since[: _some(len(kept.since), luck, loss)]:
            _written(file, act)
        return bytes(file)
    for act in kept.since:
        if act.what == "size":
            if luck.random() < 0.5:
                _written(file, act)
            continue
        place, end = act.other, act.other + len(act.data)
        while place < end:
            piece = min(end, (place // SECTOR + 1) * SECTOR)
            if luck.random() < 0.5:
                put(file, place, act.data[place - act.other : piece - act.other])
            place = piece
    return bytes(file)


def _written(file: bytearray, act: Act) -> None:
    if act.what == "write":
        put(file, act.other, act.data)
    else:
        del file[act.other :]
        file.extend(bytes(act.other - len(file)))


def _folders(act: Act) -> tuple[int, ...]:
    return (act.node, act.other) if act.what == "rename" else (act.node,)


def _renamed(names: dict[int, dict[str, int]], act: Act) -> None:
    if act.what == "enter":
        names.setdefault(act.node, {})[act.name] = act.other
    elif act.what == "leave":
        names[act.node].pop(act.name, None)
    else:
        names.setdefault(act.other, {})[act.data] = names[act.node].pop(act.name)


def read_journal(file: Path) -> list[Act]:
    """Of a disk that was unmounted."""
    with file.open("rb") as kept:
        return [Act(*act) for act in pickle.load(kept)]


if __name__ == "__main__":
    _main(*sys.argv[1:])
