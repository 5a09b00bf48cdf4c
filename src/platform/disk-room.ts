import { statfs } from 'node:fs/promises'

export type DiskRoom = { freeBytes: number; totalBytes: number }

/** Returns the room on the disk of a folder for an ordinary user; null where the folder is not there yet. */
export async function readDiskRoom(folder: string): Promise<DiskRoom | null> {
	const found = await statfs(folder).catch(() => null)
	return found && { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
}
