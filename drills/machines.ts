import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * Machines of a private network: containers with systemd, and this host. Needs root, `systemd-container` and a kernel with bridges.
 */
const run = promisify(execFile)
const BRIDGE = 'shirube-drill'
const BOOTED_WITHIN_MS = 60_000
/** This host, as the machines see it. */
export const HOST_ADDRESS = '10.77.0.254'

/** Makes the network. Returns what removes it. */
export async function openNetwork(): Promise<() => Promise<void>> {
	const ip = (...args: string[]) => run('ip', args)
	await ip('link', 'delete', BRIDGE).catch(() => undefined)
	await ip('link', 'add', BRIDGE, 'type', 'bridge')
	await ip('address', 'add', `${HOST_ADDRESS}/24`, 'dev', BRIDGE)
	await ip('link', 'set', BRIDGE, 'up')
	return async () => void (await ip('link', 'delete', BRIDGE))
}

/** A Debian in `root` that boots, is entered, stops, or is lost like a machine without power. */
export class Machine {
	readonly root: string
	readonly address: string
	/** Values of variables of the shell. */
	readonly variables: Readonly<Record<string, string>>
	#container: ChildProcess | undefined

	constructor(root: string, address: string, variables: Readonly<Record<string, string>>) {
		this.root = root
		this.address = address
		this.variables = variables
	}

	async boot(): Promise<void> {
		// Debian's systemd needs cgroups v2, which a host that also has v1 does not pass on by default.
		const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }
		const kind = ['--quiet', '--register=no', '--keep-unit', '--console=read-only', '--boot', `--machine=${this.#name}`]
		this.#container = spawn('systemd-nspawn', [...kind, `--network-bridge=${BRIDGE}`, `--directory=${this.root}`], { env, stdio: 'ignore' })
		for (const until = Date.now() + BOOTED_WITHIN_MS; ; await delay(500)) {
			const state = await this.enter('systemctl is-system-running || true').catch(() => '')
			if (/^(?:running|degraded)$/.test(state)) break
			if (Date.now() > until || this.#container.exitCode !== null) throw new Error(`Debian does not boot: ${state}`)
		}
		const net = ['--target', await this.#init(), '--net', 'ip']
		await run('nsenter', [...net, 'address', 'add', `${this.address}/24`, 'dev', 'host0'])
		await run('nsenter', [...net, 'link', 'set', 'host0', 'up'])
	}

	/** Runs a script as root and returns its output. Throws when a command fails. */
	async enter(script: string): Promise<string> {
		const assignments = Object.entries(this.variables).map(([name, value]) => `${name}='${value}'\n`)
		const clean = ['env', '-i', 'PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin']
		const line = ['--target', await this.#init(), '--all', ...clean, 'bash', '-euc', `${assignments.join('')}cd /root\n${script}`]
		return (await run('nsenter', line, { maxBuffer: 1 << 24 })).stdout.trim()
	}

	/** Shuts it down. */
	async stop(): Promise<void> {
		await this.#end((container) => container.kill('SIGTERM'))
	}

	/** Cuts its cable and its power: no peer learns of it. */
	async lose(): Promise<void> {
		await run('ip', ['link', 'set', `vb-${this.#name}`, 'down'])
		const init = Number(await this.#init())
		await this.#end(() => process.kill(init, 'SIGKILL'))
	}

	/** Short enough for the name of its network card. */
	get #name(): string {
		return `m${this.address.replaceAll('.', '-')}`
	}

	async #init(): Promise<string> {
		return (await run('pgrep', ['--parent', String(this.#container?.pid)])).stdout.trim()
	}

	async #end(send: (container: ChildProcess) => void): Promise<void> {
		const container = this.#container
		this.#container = undefined
		if (!container || container.exitCode !== null) return
		const ended = once(container, 'exit')
		send(container)
		await ended
	}
}

export type Forward = {
	port: number
	/** Sends new connections elsewhere, as a floating address does. */
	point: (to: { host: string; port: number }) => void
	close: () => Promise<void>
}

/** Passes on what comes to a port of this host. */
export async function forward(at: { host: string; port: number }, to: { host: string; port: number }): Promise<Forward> {
	let target = to
	const sockets = new Set<Socket>()
	const server: Server = createServer((client) => {
		const upstream = connect(target)
		for (const [one, other] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			sockets.add(one)
			one.pipe(other)
			one.on('error', () => other.destroy())
			one.on('close', () => {
				sockets.delete(one)
				other.destroy()
			})
		}
	})
	await once(server.listen(at.port, at.host), 'listening')
	const address = server.address()
	return {
		port: typeof address === 'object' && address !== null ? address.port : at.port,
		point: (next) => (target = next),
		async close() {
			const closed = once(server, 'close')
			server.close()
			for (const socket of sockets) socket.destroy()
			await closed
		},
	}
}
