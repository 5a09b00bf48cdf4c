import { createWriteStream, openAsBlob } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { BodyPlan } from './body-rules.ts'
import { createMultipartParser } from './multipart-body.ts'
import { BodyRefusal, type RequestBody } from './request-body.ts'
import { parseForm, parseJson } from './small-body.ts'
import type { TemporaryFolders } from './temporary-folders.ts'

/** How slowly a body may come: `graceMs` for any body, and after that `bytesPerSecond` on average since its start. */
export type SlowestBody = { graceMs: number; bytesPerSecond: number }

export const slowestBody: SlowestBody = { graceMs: 15_000, bytesPerSecond: 8 * 1_024 }

export type ReadOptions = {
	plan: BodyPlan
	/** Most bytes of this request. */
	limit: number
	folders: TemporaryFolders
	slowest?: SlowestBody
	/** Resolves when so many more bytes may be read. */
	pace?: (bytes: number) => Promise<void> | null
}

/** A body that was read. `dispose` removes its files; nothing of it may be read after that. */
export type ReadBody = { body: RequestBody; dispose: () => Promise<void> }

const nothingToRemove = async () => {}

/** Reads and parses a body once. Throws `BodyRefusal`; an error of the stream is thrown as it is. */
export async function readBody(source: Readable, options: ReadOptions): Promise<ReadBody> {
	const { plan, folders } = options
	if (plan.parseAs === 'none') return { body: { kind: 'none' }, dispose: nothingToRemove }
	if (plan.parseAs !== 'multipart' && plan.parseAs !== 'file') return { body: await readSmall(source, options), dispose: nothingToRemove }
	/** Made with the first file. */
	let made: Promise<string> | undefined
	const folder = () => (made ??= folders.make())
	const dispose = async () => {
		if (made !== undefined) await folders.remove(await made)
	}
	try {
		const read = plan.parseAs === 'file' ? readFile : readMultipart
		return { body: await read(source, options, folder), dispose }
	} catch (error) {
		await dispose()
		throw error
	}
}

async function readSmall(source: Readable, options: ReadOptions): Promise<RequestBody> {
	const { parseAs } = options.plan
	const chunks: Buffer[] = []
	await readChunks(source, options, (chunk) => {
		chunks.push(chunk)
		return null
	})
	const bytes = Buffer.concat(chunks)
	if (bytes.length === 0) return { kind: 'none' }
	if (parseAs === 'form') return { kind: 'form', form: parseForm(bytes) }
	return parseAs === 'json' ? { kind: 'json', value: parseJson(bytes) } : { kind: 'other', bytes }
}

async function readMultipart(source: Readable, options: ReadOptions, folder: () => Promise<string>): Promise<RequestBody> {
	const parser = createMultipartParser(options.plan.contentType, folder)
	try {
		await readChunks(source, options, parser.write)
		return { kind: 'form', form: await parser.end() }
	} catch (error) {
		await parser.abandon()
		throw error
	}
}

async function readFile(source: Readable, options: ReadOptions, folder: () => Promise<string>): Promise<RequestBody> {
	const name = path.join(await folder(), 'body')
	const target = createWriteStream(name, { flags: 'wx', mode: 0o600 })
	const closed = new Promise<void>((resolve, reject) => target.once('close', resolve).once('error', reject))
	closed.catch(() => undefined)
	try {
		await readChunks(source, options, (chunk) =>
			target.write(chunk) ? null : Promise.race([closed, new Promise<void>((resolve) => target.once('drain', resolve))]),
		)
	} finally {
		target.end()
		await closed
	}
	return { kind: 'file', file: await openAsBlob(name) }
}

async function readChunks(
	source: Readable,
	{ limit, slowest = slowestBody, pace }: ReadOptions,
	take: (chunk: Buffer) => Promise<void> | null,
): Promise<void> {
	let received = 0
	const read = async () => {
		// A destroyed source would take its connection, and with it the answer, along.
		for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
			received += chunk.length
			if (received > limit) throw new BodyRefusal(413, 'too-large')
			await take(chunk)
			await pace?.(chunk.length)
		}
	}
	const startedAt = Date.now()
	const late = Promise.withResolvers<never>()
	const timer = setInterval(
		() => {
			const ms = Date.now() - startedAt
			if (ms > slowest.graceMs + (received / slowest.bytesPerSecond) * 1_000) late.reject(new BodyRefusal(408, 'too-slow'))
		},
		Math.min(1_000, slowest.graceMs),
	)
	const reading = read()
	reading.catch(() => undefined)
	try {
		await Promise.race([reading, late.promise])
	} finally {
		clearInterval(timer)
	}
}
