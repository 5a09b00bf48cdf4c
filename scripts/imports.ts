/** What a source names in its import and export statements, read as text. */
export type Import = {
	/** As written: a path or the name of a package. */
	from: string
	/** Types alone, which are not loaded. */
	isType: boolean
	/** By `import()`: loaded when that line runs. */
	isLate: boolean
}

const STATEMENT = /^(?:import|export)\b([^'"]*?)\bfrom\s+'([^']+)'/gm
const EFFECT = /^import\s+'([^']+)'/gm
const LATE = /\bimport\('([^']+)'\)/g

const namesTypesOnly = (names: string): boolean => /^\s*type\s/.test(names) || /^\s*\{(?:\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names)

/** Returns the imports of a source in the repository's format, in which oxfmt puts each at the beginning of a line. */
export function importsOf(source: string): Import[] {
	return [
		...[...source.matchAll(STATEMENT)].map(([, names = '', from = '']) => ({ from, isType: namesTypesOnly(names), isLate: false })),
		...[...source.matchAll(EFFECT)].map(([, from = '']) => ({ from, isType: false, isLate: false })),
		...[...source.matchAll(LATE)].map(([, from = '']) => ({ from, isType: false, isLate: true })),
	]
}
