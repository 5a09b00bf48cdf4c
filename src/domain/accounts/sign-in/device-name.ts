const browsers: readonly (readonly [RegExp, string])[] = [
	[/\bEdgA?\//, 'Edge'],
	[/\bOPR\//, 'Opera'],
	[/\bSamsungBrowser\//, 'Samsung Internet'],
	[/\bLine\//, 'LINE'],
	[/\b(?:Firefox|FxiOS)\//, 'Firefox'],
	[/\b(?:Chrome|CriOS)\//, 'Chrome'],
	[/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
	[/\biPhone\b/, 'iPhone'],
	[/\biPad\b/, 'iPad'],
	[/\bAndroid\b/, 'Android'],
	[/\bWindows\b/, 'Windows'],
	[/\bCrOS\b/, 'ChromeOS'],
	[/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
	[/\bLinux\b/, 'Linux'],
]

/** Pure: a browser and its system in everyday words, for the list of sessions. */
export function deviceName(userAgent: string): string {
	const named = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
	const parts = [named(browsers), named(systems)].filter((part) => part !== undefined)
	return parts.length === 0 ? '不明な端末' : parts.join('・')
}
