import { statfs } from 'node:fs/promises'
import path from 'node:path'

export type DiskRoom = { freeBytes: number; totalBytes: number }

/** Folders of DATA_DIR that are often disks of their own. */
const PLACES = ['.', 'files', 'postgres', 'tmp']

/**
 * Returns the room for an ordinary user on the disk of DATA_DIR, or on that of one of its folders which has less; null where none of
 * them is there yet.
 */
export async function readDiskRoom(dataDir: string): Promise<DiskRoom | null> {
	const found = await Promise.all(PLACES.map((place) => statfs(path.join(dataDir, place)).catch(() => null)))
	const rooms = found
		.flatMap((one) => one ?? [])
		.map(({ bavail, bsize, blocks }) => ({ freeBytes: bavail * bsize, totalBytes: blocks * bsize }))
	return rooms.toSorted((a, b) => a.freeBytes - b.freeBytes)[0] ?? null
}
