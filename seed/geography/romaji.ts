import { toRomaji } from 'wanakana'

/** Readings in which two vowels meet where two words do; `・` keeps them apart. */
const meetings: [RegExp, string][] = [
	[/つう(?=[らち])/, 'つ・う'], // 松浦, 勝浦
	[/^ことうら/, 'こと・うら'],
	[/^せとうち/, 'せと・うち'],
	[/^とうおん/, 'とう・おん'],
	[/^こうみ(?=$|まち)/, 'こ・うみ'],
	[/^そお$/, 'そ・お'],
	[/^にしのおもて/, 'にしの・おもて'],
	[/^ぶんごおおの/, 'ぶんご・おおの'],
	[/^すおうおおしま/, 'すおう・おおしま'],
	[/^みなみあるぷす/, 'みなみalps'],
	[/^てだこうら/, 'てだこ・うら'],
	[/^えちごおし/, 'えちご・おし'],
	[/(?<=[おこごそとどのほもよろょ])おんせん/, '・おんせん'], // 武雄温泉, 嬉野温泉
	[/のう(?=[えち])/, 'の・う'], // 池ノ上, 堀ノ内
]

/**
 * Hepburn without marks for long vowels, as on road signs and in passports: おおさか → osaka, とうきょう → tokyo;
 * but まつうら → matsuura, where the vowels belong to two words.
 */
export function romajiOf(kana: string): string {
	let reading = kana.replaceAll('ー', '')
	for (const [pattern, apart] of meetings) reading = reading.replace(pattern, apart)
	return reading
		.split('・')
		.map((word) =>
			toRomaji(word)
				.toLowerCase()
				.replaceAll("'", '')
				.replaceAll('cch', 'tch')
				.replace(/o[ou]+/g, 'o')
				.replace(/u{2,}/g, 'u'),
		)
		.join('')
}

const suffixes: Record<string, string[]> = {
	市: ['し'],
	区: ['く'],
	町: ['ちょう', 'まち'],
	村: ['むら', 'そん'],
}

/** Romaji of a municipality with its suffix apart: 三鷹市 → mitaka-shi; 横浜市中区 → yokohama-shi naka-ku. */
export function municipalityRomaji(name: string, kana: string): string {
	const suffix = suffixes[name.at(-1) ?? '']?.find((reading) => kana.endsWith(reading))
	if (!suffix) return romajiOf(kana)
	return `${romajiOf(kana.slice(0, -suffix.length))}-${romajiOf(suffix)}`
}
