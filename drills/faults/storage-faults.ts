import { startObjectStore } from '../../test/object-store.ts'
import { type Cell, createChecks } from './cells.ts'
import { type FaultProxy, type ProxyMode, startFaultProxy } from './fault-proxy.ts'
import { describeSamples, isServed } from './people.ts'
import { describePicture, isPictureRefused, picturesOf } from './pictures.ts'
import { type Surroundings, until } from './surroundings.ts'

const HEALED_WITHIN_S = 15
/** A reader waits five seconds at most; the machine may be busy. */
const READ_WITHIN_MS = 15_000
/** Whoever keeps one waits twenty. */
const WRITTEN_WITHIN_MS = 30_000

/** An object store behind a proxy, and the settings of a site that keeps its files there. */
export async function startReachableStore(directory: string) {
	const store = await startObjectStore(directory)
	const proxy = await startFaultProxy({ host: '127.0.0.1', port: store.port })
	return {
		proxy,
		settings: { ...store.env, S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` },
		async stop() {
			await proxy.stop()
			await store.stop()
		},
	}
}

export function storageFaults(surroundings: Surroundings, proxy: FaultProxy): Cell[] {
	return [
		{ dependency: 'object store', fault: 'each answer 1 s late', run: () => trySlow(surroundings, proxy) },
		{ dependency: 'object store', fault: 'away and back', run: () => tryAway(surroundings, proxy, 'refused') },
		{ dependency: 'object store', fault: 'silent and back', run: () => tryAway(surroundings, proxy, 'silent') },
	]
}

async function trySlow({ people, db }: Surroundings, proxy: FaultProxy) {
	const { expectThat, broken } = createChecks()
	const pictures = picturesOf(people, db)
	await proxy.set('pass', { delayMs: 1_000 })
	const added = await pictures.add()
	const read = await pictures.readNewest()
	const samples = await people.askAll()
	await proxy.set('pass')
	expectThat(added.status === 200 && read.status === 200, `pictures are kept and shown, only later: ${added.status}, ${read.status}`)
	expectThat(samples.every(isServed), 'everything else is served')
	return {
		visitors: `a picture ${describePicture(read)}; pages ${describeSamples(samples, ['kept page', 'page', 'search'])}`,
		members: `a new picture ${describePicture(added)}`,
		heals: 'nothing has to',
		broken,
	}
}

async function tryAway({ people, db, newLines }: Surroundings, proxy: FaultProxy, mode: ProxyMode) {
	const { expectThat, broken } = createChecks()
	const pictures = picturesOf(people, db)
	expectThat((await pictures.add()).status === 200, 'a picture is kept before')
	await newLines()
	await proxy.set(mode)
	const read = await pictures.readNewest()
	const added = await pictures.add()
	const samples = await people.askAll()
	await proxy.set('pass')
	const begun = performance.now()
	const isBack = await until(
		async () => (await pictures.add()).status === 200 && (await pictures.readNewest()).status === 200,
		HEALED_WITHIN_S,
	)
	const healed = (performance.now() - begun) / 1_000
	expectThat(isPictureRefused(read), `a picture that cannot be read is refused politely: ${describePicture(read)}`)
	expectThat(read.ms < READ_WITHIN_MS, `its reader waits ${READ_WITHIN_MS / 1_000} s at most: ${describePicture(read)}`)
	expectThat(isPictureRefused(added), `a new one is refused politely: ${describePicture(added)} ${added.text.slice(0, 200)}`)
	expectThat(added.ms < WRITTEN_WITHIN_MS, `who keeps one waits ${WRITTEN_WITHIN_MS / 1_000} s at most: ${describePicture(added)}`)
	expectThat(samples.every(isServed), 'everything else is served')
	expectThat(isBack, `pictures are back within ${HEALED_WITHIN_S} s`)
	const errors = (await newLines()).filter(({ msg }) => msg.includes('unexpected'))
	expectThat(errors.length === 0, `no error of ours is logged: ${errors[0]?.err?.message}`)
	return {
		visitors: `a picture ${describePicture(read)}; pages ${describeSamples(samples, ['kept page', 'page', 'search'])}`,
		members: `a new picture ${describePicture(added)}, the form keeps what was typed`,
		heals: `pictures, after ${healed.toFixed(1)} s`,
		broken,
	}
}
