export type KeptPictures = {
	get: (key: string) => Buffer | undefined
	set: (key: string, picture: Buffer) => void
}

/** Pictures in memory up to a number of bytes; the one unused for longest goes first. */
export function createKeptPictures(maxBytes: number): KeptPictures {
	const pictures = new Map<string, Buffer>()
	let bytes = 0
	const drop = (key: string) => {
		bytes -= pictures.get(key)?.byteLength ?? 0
		pictures.delete(key)
	}
	return {
		get(key) {
			const picture = pictures.get(key)
			if (!picture) return undefined
			pictures.delete(key)
			pictures.set(key, picture)
			return picture
		},
		set(key, picture) {
			drop(key)
			if (picture.byteLength > maxBytes) return
			pictures.set(key, picture)
			bytes += picture.byteLength
			for (const oldest of pictures.keys()) {
				if (bytes <= maxBytes) break
				drop(oldest)
			}
		},
	}
}
