import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { assertFactsInForce } from '../seed/facts/build-rule.ts'
import { hashContent } from '../seed/when-changed.ts'
import type { ReleasedMigration } from '../src/platform/migration-marks.ts'
import type { ReleaseFile } from '../src/platform/release-file.ts'
import { buildSite } from '../src/platform/site-build.ts'
import { StartError } from '../src/platform/start-error.ts'
import { VERSION } from '../src/platform/version.ts'
import { launcher } from './release-launcher.ts'
import { bundlePrograms } from './release-programs.ts'
import { isPacked, type Lock, packagesOf, type ReleasedPackage } from './release-packages.ts'
import { runScript } from './run-script.ts'

/**
 * `npm run release`: writes `release/shirube-VERSION-PLATFORM.tar.gz`, which starts with `./shirube start` on a machine that has
 * only glibc, its checksum and its bill of materials. The same commit gives the same bytes. `--trial` packs a commit that is no
 * release yet: its migrations need not be frozen.
 */
const run = promisify(execFile)
const root = process.cwd()
const OUT = path.join(root, 'release')
const isTrial = process.argv.includes('--trial')

/** Parts of glibc, which a system has. */
const OF_GLIBC = /^(?:linux-vdso|ld-linux|lib(?:c|m|dl|rt|pthread))[-.]/

/** What a running site reads beside its bundle and its packages. */
const FOLDERS = ['content', 'migrations', 'build', 'deploy', 'docs']
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'README.md', 'SECURITY.md', 'src/platform/common-words.txt']

await runScript(async () => {
	assertFactsInForce()
	if (!isTrial) await checkMigrations()
	const { id } = await buildSite({ root })
	const name = `shirube-${VERSION}${isTrial ? '-trial' : ''}-${process.platform}-${process.arch}`
	const folder = path.join(OUT, name)
	await rm(folder, { recursive: true, force: true })
	await mkdir(path.join(folder, 'bin'), { recursive: true })
	const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock
	const packages = packagesOf(lock, root)
	await copyFiles(folder)
	await bundlePrograms(root, folder)
	await copyPackages(folder, packages)
	await copyNode(path.join(folder, 'bin/node'))
	await copyLibraries(folder)
	const release: ReleaseFile = { version: VERSION, build: id, content: await hashContent(root) }
	await writeFile(path.join(folder, 'release.json'), `${JSON.stringify(release, null, '\t')}\n`)
	const bill = await billOfMaterials(packages, id)
	await writeFile(path.join(folder, 'sbom.cdx.json'), bill)
	await writeFile(path.join(OUT, `${name}.cdx.json`), bill)
	await writeFile(path.join(folder, 'NOTICE'), await notice(packages))
	const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } }
	await writeFile(path.join(folder, 'shirube'), launcher(scripts.start))
	await chmod(path.join(folder, 'shirube'), 0o755)
	await chmod(path.join(folder, 'bin/node'), 0o755)
	const archive = await pack(name)
	const { stdout } = await run('du', ['-sm', folder])
	console.log(`${path.relative(root, archive.file)} sha256 ${archive.sha256}`)
	console.log(`${packages.length} packages, ${stdout.split('\t')[0]} MB unpacked, version ${VERSION}, build ${id}`)
})

/** A migration that is not listed could still change after a database has run it. */
async function checkMigrations(): Promise<void> {
	const listed = new Map(
		(JSON.parse(await readFile('migrations/released.json', 'utf8')) as ReleasedMigration[]).map(({ name, checksum }) => [name, checksum]),
	)
	for (const file of (await readdir('migrations')).filter((name) => name.endsWith('.ts'))) {
		const checksum = listed.get(file.slice(0, -3))
		if (checksum === undefined) throw new StartError(`The migration ${file} is not listed: run npm run migrations:freeze and commit.`)
		if (checksum !== sha256Of(await readFile(path.join('migrations', file))))
			throw new StartError(`The migration ${file} was changed after its release: put it back and write another one.`)
	}
}

function sha256Of(content: Buffer | string): string {
	return createHash('sha256').update(content).digest('hex')
}

/** Without the names for debuggers, a fifth of its size. */
async function copyNode(place: string): Promise<void> {
	await run('strip', ['-o', place, process.execPath]).catch((error: NodeJS.ErrnoException) => {
		throw error.code === 'ENOENT' ? new StartError('A release needs the program strip (Debian: binutils).', error) : error
	})
}

/** The C++ runtime that Node needs: a system without compilers and desktops may have none. The launcher prefers the system's own. */
async function copyLibraries(folder: string): Promise<void> {
	const { stdout } = await run('ldd', [process.execPath])
	await mkdir(path.join(folder, 'lib'))
	for (const [, name = '', place = ''] of stdout.matchAll(/^\s*(\S+) => (\/\S+)/gm))
		if (!OF_GLIBC.test(name)) await copyFile(place, path.join(folder, 'lib', name))
}

async function copyFiles(folder: string): Promise<void> {
	const isRead = (file: string) =>
		!/\.test\.tsx?$|-for-test\.tsx?$|\/\.|\.png$/.test(file.slice(root.length)) || file.includes('/build/client')
	for (const name of FOLDERS) await cp(path.join(root, name), path.join(folder, name), { recursive: true, filter: isRead })
	for (const name of FILES) await cp(name, path.join(folder, name))
}

async function copyPackages(folder: string, packages: readonly ReleasedPackage[]): Promise<void> {
	for (const { folder: place } of packages)
		await cp(place, path.join(folder, place), {
			recursive: true,
			verbatimSymlinks: true,
			// Packages below this one are on the list themselves.
			filter: (file) => {
				const inner = path.relative(place, file)
				return !inner.startsWith('node_modules') && isPacked(path.join(place.slice(place.lastIndexOf('node_modules/') + 13), inner))
			},
		})
}

/**
 * What npm knows of the packed packages, without the time, the random number and the name of the folder that it adds. With
 * `--omit=dev` it leaves out packages that checks need as well, and without it it refuses a faulty package of theirs: those are
 * added from the lock file.
 */
async function billOfMaterials(packages: readonly ReleasedPackage[], build: string): Promise<string> {
	const { stdout } = await run('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'], { maxBuffer: 64 << 20 })
	const bill = JSON.parse(stdout) as {
		serialNumber: string
		metadata: { timestamp?: string; component: object }
		components: Component[]
		dependencies: { ref: string; dependsOn?: string[] }[]
	}
	const packed = new Set(packages.map(({ name, version }) => `${name}@${version}`))
	const known = bill.components.filter(({ name, version }) => packed.has(`${name}@${version}`) || name === 'node')
	const named = new Set(known.map(({ name, version }) => `${name}@${version}`))
	const components = [...known, ...packages.filter(({ name, version }) => !named.has(`${name}@${version}`)).map(componentOf)]
	const refs = new Set(components.map((component) => component['bom-ref']))
	const hex = sha256Of(build)
	delete bill.metadata.timestamp
	Object.assign(bill.metadata.component, { type: 'application', name: 'shirube' })
	return `${JSON.stringify(
		{
			...bill,
			serialNumber: `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
			components,
			dependencies: bill.dependencies
				.filter(({ ref }) => refs.has(ref))
				.map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
		},
		null,
		'\t',
	)}\n`
}

type Component = { 'bom-ref': string; type: string; name: string; version: string; [more: string]: unknown }

function componentOf({ name, version, license, integrity }: ReleasedPackage): Component {
	const digest = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
	return {
		'bom-ref': `${name}@${version}`,
		type: 'library',
		name,
		version,
		scope: 'required',
		purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
		hashes: [{ alg: 'SHA-512', content: digest }],
		licenses: [/ (?:AND|OR) /.test(license) ? { expression: license } : { license: { id: license } }],
	}
}

/** Names, licences and the texts that the licences want to be passed on. */
async function notice(packages: readonly ReleasedPackage[]): Promise<string> {
	const parts = [
		`Shirube ${VERSION} contains the following software.`,
		'libstdc++ and libgcc in lib/ (GPL-3.0-or-later WITH GCC-exception-3.1), from the GNU Compiler Collection, https://gcc.gnu.org',
	]
	for (const { name, version, license, folder } of [
		...packages,
		{ name: 'node', version: process.versions.node, license: 'MIT', integrity: '', folder: 'node_modules/node' },
	]) {
		const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file)).toSorted()
		const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8').catch(() => '')))
		parts.push(`${name} ${version} (${license || 'see below'})`, ...texts.map((text) => text.trim()).filter(Boolean))
	}
	return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** As one file whose bytes depend on the contents alone. */
async function pack(name: string): Promise<{ file: string; sha256: string }> {
	const file = path.join(OUT, `${name}.tar.gz`)
	const tar = path.join(OUT, `${name}.tar`)
	const time = process.env['SOURCE_DATE_EPOCH'] ?? (await run('git', ['log', '-1', '--format=%ct'])).stdout.trim()
	const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go-w,a+rX', '--format=gnu']
	await run('tar', [...same, '-C', OUT, '-cf', tar, name])
	if (existsSync(file)) await rm(file)
	await run('gzip', ['-n', '-6', tar])
	const hash = createHash('sha256')
	for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
	const sha256 = hash.digest('hex')
	await writeFile(`${file}.sha256`, `${sha256}  ${name}.tar.gz\n`)
	return { file, sha256 }
}
