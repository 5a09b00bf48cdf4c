import { createWriteStream, openAsBlob } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { BodyRefusal } from './request-body.ts'

/** An inquiry's form has the most files, and none has more than a few dozen fields beside them. */
const limits = {
	parts: 120,
	files: 12,
	fields: 110,
	fieldSize: 64 * 1_024,
	headerPairs: 8,
	headerSize: 4_096,
}
const NAME_LENGTH = 100
const FILE_NAME_LENGTH = 255
/** RFC 2046, section 5.1.1. */
const BOUNDARY_LENGTH = 70

type StoredFile = { name: string; type: string; path: string; bytes: number }
type Part = { name: string; value: string | StoredFile }

export type MultipartParser = {
	/** Resolves when the parser can take the next chunk. */
	write: (chunk: Buffer) => Promise<void>
	end: () => Promise<FormData>
	/** Waits until nothing is written to the folder any more. */
	abandon: () => Promise<void>
}

/**
 * Parses a multipart form as it comes: files go to `folder` as they are read and into the form as blobs on disk. Throws
 * `BodyRefusal` as soon as the form has too many parts or names that are too long.
 */
export function createMultipartParser(contentType: string, folder: () => Promise<string>): MultipartParser {
	const parser = openParser(contentType)
	const fault = createFirstFault()
	const finished = new Promise<void>((resolve) => parser.once('finish', resolve))
	const { parts, streams, writing } = collectParts(parser, fault, folder)
	return {
		async write(chunk) {
			if (parser.write(chunk)) fault.check()
			else await fault.until(new Promise<void>((resolve) => parser.once('drain', resolve)))
		},
		async end() {
			parser.end()
			await fault.until(finished)
			await fault.until(Promise.all(writing))
			const form = new FormData()
			for (const { name, value } of parts) form.append(name, typeof value === 'string' ? value : await openFile(value))
			return form
		},
		async abandon() {
			const reason = new BodyRefusal(400, 'malformed-form')
			fault.set(reason)
			parser.destroy()
			// Without a reason, `pipeline` would wait for the end of a stream that has its last chunk already.
			for (const stream of streams) stream.destroy(reason)
			await Promise.allSettled(writing)
		},
	}
}

type FirstFault = ReturnType<typeof createFirstFault>

/** Stores the first error of several streams and rejects every wait with it. */
function createFirstFault() {
	let fault: unknown = null
	const wake = new Set<() => void>()
	const check = () => {
		if (fault !== null) throw fault
	}
	return {
		set: (error: unknown): void => {
			fault ??= error
			for (const resolve of wake) resolve()
		},
		/** Throws the error if there is one. */
		check,
		/** Waits for `event`; throws the first error. */
		async until(event: Promise<unknown>): Promise<void> {
			if (fault === null) {
				const { promise, resolve } = Promise.withResolvers<void>()
				wake.add(resolve)
				await Promise.race([event, promise])
				wake.delete(resolve)
			}
			check()
		},
	}
}

/** Collects the parts in their order while the parser emits them; `writing` settles when their files are on disk. */
function collectParts(parser: BusboyInstance, fault: FirstFault, folder: () => Promise<string>) {
	const parts: Part[] = []
	const streams: Readable[] = []
	const writing: Promise<void>[] = []
	const malformed = () => fault.set(new BodyRefusal(400, 'malformed-form'))
	const tooMany = () => fault.set(new BodyRefusal(413, 'too-many-parts'))
	parser.on('partsLimit', tooMany).on('filesLimit', tooMany).on('fieldsLimit', tooMany)
	parser.on('error', malformed)
	parser.on('field', (name: string | undefined, value: string, _isNameCut: boolean, isCut: boolean) => {
		if (isCut) return fault.set(new BodyRefusal(413, 'text-too-long'))
		if (!isName(name)) return malformed()
		parts.push({ name: decodeName(name), value })
	})
	parser.on('file', (name: string | undefined, stream: BusboyFileStream, fileName: string, _encoding: string, type: string) => {
		stream.on('error', fault.set)
		if (!isName(name) || fileName.length > FILE_NAME_LENGTH) {
			stream.resume()
			return malformed()
		}
		const file: StoredFile = { name: decodeName(fileName), type, path: '', bytes: 0 }
		const place = parts.length
		parts.push({ name: decodeName(name), value: file })
		streams.push(stream)
		writing.push(store(stream, file, { folder, place }).catch(fault.set))
	})
	return { parts, streams, writing }
}

function openParser(contentType: string): BusboyInstance {
	const boundary = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType)
	const length = (boundary?.[1] ?? boundary?.[2] ?? '').length
	if (length === 0 || length > BOUNDARY_LENGTH) throw new BodyRefusal(400, 'malformed-form')
	try {
		return new Busboy({ headers: { 'content-type': contentType }, limits, isPartAFile: (_name, _type, fileName) => fileName !== undefined })
	} catch {
		throw new BodyRefusal(400, 'malformed-form')
	}
}

const isName = (name: string | undefined): name is string => name !== undefined && name.length <= NAME_LENGTH

/** Browsers escape quotes and line breaks in names (WHATWG HTML, multipart/form-data encoding algorithm). */
const decodeName = (name: string): string => name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

async function store(
	stream: Readable,
	file: StoredFile,
	{ folder, place }: { folder: () => Promise<string>; place: number },
): Promise<void> {
	file.path = path.join(await folder(), String(place))
	const target = createWriteStream(file.path, { flags: 'wx', mode: 0o600 })
	await pipeline(stream, target)
	file.bytes = target.bytesWritten
}

async function openFile({ name, type, path: stored, bytes }: StoredFile): Promise<File> {
	return new File(bytes === 0 ? [] : [await openAsBlob(stored, { type })], name, { type })
}
