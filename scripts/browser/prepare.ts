import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { unpackWoff } from './woff.ts'

export type PreparedBrowser = {
	/** Undefined: Playwright looks for its own or an installed Chrome. */
	executablePath: string | undefined
	args: string[]
	env: Record<string, string>
}

const cache = path.resolve('node_modules/.cache/browser')

/**
 * Prepares a Chromium for tests and benchmarks from this package's own dependencies: the headless shell of
 * `@sparticuz/chromium`, its libraries where the machine has none, and Noto Sans JP, without which Japanese is boxes.
 * `CHROMIUM_PATH` names another one. Unpacked once; later calls only check.
 */
export async function prepareBrowser(): Promise<PreparedBrowser> {
	const given = process.env['CHROMIUM_PATH']
	const args = [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-dev-shm-usage',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
		'--no-first-run',
		'--font-render-hinting=none',
	]
	// Where the machine has no UTF-8 locale, as in a bare container, Chromium would save every file of a Japanese name as "download".
	const locale = { LC_ALL: 'C.UTF-8' }
	if (given) return { executablePath: given, args, env: locale }
	// The package holds a Linux binary for this architecture only; elsewhere a person has a browser.
	if (process.platform !== 'linux' || process.arch !== 'x64') return { executablePath: undefined, args: [], env: {} }
	mkdirSync(cache, { recursive: true })
	const env: Record<string, string> = { ...locale, FONTCONFIG_FILE: prepareFonts() }
	const executablePath = await unpackChromium()
	if (!runs(executablePath, {})) {
		env['LD_LIBRARY_PATH'] = await unpackLibraries()
		if (!runs(executablePath, env))
			throw new Error('The packaged Chromium does not run here. Set CHROMIUM_PATH to an installed Chromium or Chrome.')
	}
	return { executablePath, args, env }
}

const runs = (executable: string, env: Record<string, string>) =>
	spawnSync(executable, ['--version', '--no-sandbox'], { env: { ...process.env, ...env }, stdio: 'ignore' }).status === 0

async function unpackChromium(): Promise<string> {
	const target = path.join(cache, 'chromium')
	if (existsSync(target)) return target
	await unpack('chromium.br', target)
	return target
}

async function unpackLibraries(): Promise<string> {
	const target = path.join(cache, 'al2023')
	if (!existsSync(target)) await unpack('al2023.tar.br', target)
	return path.join(target, 'lib')
}

/** Unpacks a file of the package to `target`. The package itself knows only the system's temporary folder. */
async function unpack(file: string, target: string): Promise<void> {
	const folder = path.join(cache, `unpack-${process.pid}`)
	mkdirSync(folder, { recursive: true })
	const before = process.env['TMPDIR']
	process.env['TMPDIR'] = folder
	try {
		const { inflate } = await import('@sparticuz/chromium')
		const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
		renameSync(await inflate(path.join(main.slice(0, main.lastIndexOf('/build/')), 'bin', file)), target)
	} finally {
		if (before === undefined) delete process.env['TMPDIR']
		else process.env['TMPDIR'] = before
		rmSync(folder, { recursive: true, force: true })
	}
}

/** Regular and bold Noto Sans JP in all their subsets, as fontconfig wants them. */
function prepareFonts(): string {
	const folder = path.join(cache, 'fonts')
	const config = path.join(folder, 'fonts.conf')
	if (existsSync(config)) return config
	const making = `${folder}-${process.pid}`
	mkdirSync(making, { recursive: true })
	const files = path.resolve('node_modules/@fontsource/noto-sans-jp/files')
	for (const name of readdirSync(files)) {
		if (!/-(?:400|700)-normal\.woff$/.test(name)) continue
		writeFileSync(path.join(making, name.replace('.woff', '.ttf')), unpackWoff(readFileSync(path.join(files, name))))
	}
	writeFileSync(
		path.join(making, 'fonts.conf'),
		`<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${path.join(cache, 'font-cache')}</cachedir><alias binding="strong"><family>sans-serif</family><prefer><family>Noto Sans JP</family></prefer></alias></fontconfig>`,
	)
	rmSync(folder, { recursive: true, force: true })
	renameSync(making, folder)
	return config
}
