import { type ChildProcess, fork } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../src/domain/shared/context.ts'
import { isoDay } from '../src/domain/shared/japan-time.ts'
import { readReleaseFile } from '../src/platform/release-file.ts'
import { hashSources } from '../src/platform/source-hash.ts'
import { programPath } from '../src/platform/source-path.ts'
import { startFlags } from '../src/platform/start-flags.ts'
import { StartError } from '../src/platform/start-error.ts'
import { readMark } from './marks.ts'
import type { SeedAnswer, SeedRequest } from './process.ts'

/** Whatever decides what the seed brings in. */
const SOURCES = ['content', 'seed', 'src/domain', 'package-lock.json']

/** One hash of all of it, the same on every machine. */
export const hashContent = async (root: string): Promise<string> =>
	(await readReleaseFile(root))?.content ?? (await hashSources(root, SOURCES))

type Options = Omit<SeedRequest, 'sources'> & {
	root: string
	signal: AbortSignal
	/** Of `prepareSeed`; without one it is started where there is something to seed. */
	prepared?: ChildProcess
	onProgress: (line: string) => void
}

/**
 * Starts the process that seeds an empty database, which loads its code and the geography while the schema is made. Pass it to
 * `seedWhenChanged`; it ends with this process or by `signal`.
 */
export const prepareSeed = (signal: AbortSignal): ChildProcess => startSeed(signal, ['--empty'])

function startSeed(signal: AbortSignal, args: readonly string[]): ChildProcess {
	// Of what the server was started with, only where compiled sources are: a seed needs far more memory.
	const { NODE_COMPILE_CACHE: compiled } = startFlags().env
	const child = fork(programPath('seed/process'), args, {
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		env: compiled === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: compiled },
		signal,
	})
	// Reported by `seedInChild`; an abort before that is no news.
	child.on('error', () => undefined)
	return child
}

/** What a start has seeded. */
export type Seeded = {
	/** False when there was nothing new. */
	ran: boolean
	/** Done with the rest, beside pages that are served; rejects with a `StartError`. */
	rest: Promise<void>
}

/**
 * Seeds at the start of the server, unless neither texts nor code nor a dated fact changed since that last ran on this database. It
 * runs in a separate process, because it needs many times the memory of the site. Returns when pages can be served.
 */
export async function seedWhenChanged(db: Kysely<Database>, options: Options): Promise<Seeded> {
	const sources = `${await hashContent(options.root)} ${await latestFactDay(options.root, isoDay(Date.now()))}${options.demo ? ' with demo' : ''}${options.accounts ? ', open' : ''}`
	if ((await readMark(db, 'sources')) === sources) {
		options.prepared?.disconnect()
		return { ran: false, rest: Promise.resolve() }
	}
	return { ran: true, ...(await seedInChild({ ...options, sources })) }
}

async function seedInChild({
	url,
	demo,
	accounts,
	sources,
	signal,
	prepared,
	onProgress,
}: Options & Pick<SeedRequest, 'sources'>): Promise<Pick<Seeded, 'rest'>> {
	const child = prepared ?? startSeed(signal, [])
	const servable = Promise.withResolvers<void>()
	const rest = new Promise<void>((resolve, reject) => {
		let failed = 'it ended before it was done'
		child.on('message', (message: SeedAnswer) => {
			if ('line' in message) onProgress(message.line)
			else if ('servable' in message) servable.resolve()
			else if ('done' in message) resolve()
			else failed = message.failed
		})
		child.on('error', reject)
		const ended = () => reject(new StartError(`The content could not be brought into the database: ${failed}.`))
		child.on('exit', ended)
		if (child.connected) child.send({ url, demo, sources, accounts } satisfies SeedRequest)
		else ended()
	})
	// Its failure is reported to whoever waits for it, maybe only after the pages are served.
	rest.catch(() => undefined)
	await Promise.race([servable.promise, rest])
	return { rest }
}

/** The last day up to today that content/facts names: texts are loaded again when a fact takes another value. */
async function latestFactDay(root: string, today: string): Promise<string> {
	const folder = path.join(root, 'content/facts')
	const files = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')))
	const days = files.flatMap((text) => text.match(/\d{4}-\d{2}-\d{2}/g) ?? [])
	return days.reduce((latest, day) => (day <= today && day > latest ? day : latest), '')
}
