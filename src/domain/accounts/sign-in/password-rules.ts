/** Pure: which passwords are good enough (product.md section 6). No rules of composition. */
import { guessBits } from './password-strength.ts'

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

/** Fewer bits are refused. Three or four unrelated words have more; a word with a year and an exclamation mark has fewer. */
const LEAST_BITS = 36
/** What an attacker who knows the person tries first. */
const PERSONAL_BITS = 1
/** Shorter parts of addresses and names occur in any text. */
const SHORTEST_PERSONAL = 4

/** Words of the trade and of this country that the lists of leaked passwords and of romaji do not have. */
const ownWords = [
	'shirube', 'しるべ', 'ぱすわーど', 'ありがとう', 'ございます', 'おはよう', 'こんにちは', 'こんばんは', 'さようなら', 'さくら', 'ひみつ', 'あいしてる',
	'だいすき', 'にほん', 'とうきょう', 'おおさか', 'きょうと', 'どらえもん', 'ぴかちゅう', 'いろはにほへと', '暗証番号', '合言葉', '日本', '東京',
	'hoge', 'fuga', 'piyo', 'himitsu', 'aikotoba', 'daisuki', 'aishiteru', 'arigatou', 'ohayou', 'konnichiwa', 'sayonara', 'anpanman', 'zeirishi',
	'bengoshi', 'jimusho', 'kaisha', 'password', 'passwd', 'passcode', 'qwerty', 'letmein', 'welcome', 'iloveyou', 'admin', 'administrator', 'root',
	'login', 'user', 'master', 'monkey', 'dragon', 'football', 'baseball', 'superman', 'princess', 'sunshine', 'shadow', 'secret', 'default',
	'changeme', 'hello', 'test', 'guest', 'computer', 'internet', 'pokemon', 'pikachu', 'doraemon', 'naruto', 'sakura', 'tokyo', 'japan', 'nippon',
	'nihon', 'osaka', 'kyoto', 'tanaka', 'suzuki', 'yamada', 'satou', 'takahashi', 'watanabe', 'google', 'yahoo', 'amazon', 'windows',
] // prettier-ignore
const OWN_BITS = 6
const own: ReadonlySet<string> = new Set(ownWords)

export type PasswordFault = 'too-short' | 'too-long' | 'common' | 'personal'

const sentences: Record<PasswordFault, string> = {
	'too-short': `パスワードは${PASSWORD_MIN}文字以上にしてください。`,
	'too-long': `パスワードは${PASSWORD_MAX}文字以内にしてください。`,
	common:
		'推測されやすいパスワードです。よく使われる言葉や名前、年月日、キーボードの並び、同じ文字の繰り返しに頼らず、互いに関係のない言葉を3つか4つ並べてください。',
	personal: 'お名前、メールアドレス、サイトの名前を中心にしたパスワードは推測されます。ご自身と関係のない言葉を使ってください。',
}

/** What to do about all faults at once. */
export const passwordSentence = (faults: readonly PasswordFault[]): string => faults.map((fault) => sentences[fault]).join('')

export type PasswordKnowledge = {
	/** Addresses, names and whatever else others may know of the person. */
	personal?: readonly string[]
	/** Bits of the words of a larger list than the one that every browser has. */
	wordBits?: (word: string) => number | undefined
}

/** Everything that is wrong with a new password; empty for a good one. */
export function passwordFaults(password: string, { personal = [], wordBits = () => undefined }: PasswordKnowledge = {}): PasswordFault[] {
	const text = plain(password)
	const length = Array.from(password.normalize('NFKC')).length
	// Not scored: the work would grow with the input.
	if (length > PASSWORD_MAX) return ['too-long']
	const known = (word: string) => (own.has(word) ? OWN_BITS : wordBits(word))
	const mine = new Set(personal.flatMap(personalWords))
	// A short one is weak because of its length, which is already reported.
	const least = LEAST_BITS * Math.min(1, length / PASSWORD_MIN)
	const isCommon = length > 0 && guessBits(text, known) < least
	const isPersonal =
		[...mine].some((word) => text.includes(word)) && guessBits(text, (word) => (mine.has(word) ? PERSONAL_BITS : known(word))) < least
	return [
		...(length < PASSWORD_MIN ? (['too-short'] as const) : []),
		...(isCommon ? (['common'] as const) : []),
		...(isPersonal ? (['personal'] as const) : []),
	]
}

/** Normalised as attackers do: case, hiragana and katakana make no difference. */
const plain = (text: string): string =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))

/** A name or an address and its parts. Two characters of kanji or kana are a name; of Latin letters they are not. */
function personalWords(given: string): string[] {
	const text = plain(given)
	const parts = [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)]
	return parts.filter((part) => part.length >= (/[\u3040-\u9fff]/.test(part) ? 2 : SHORTEST_PERSONAL))
}
