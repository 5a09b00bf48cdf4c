/** Pure: which passwords are good enough (product.md section 6). No rules of composition. */

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

/** Words that lists of leaked passwords begin with, here and abroad, in lower case without digits. */
const commonWords = [
	'password', 'passwd', 'passw', 'passcode', 'pass', 'qwertyuiop', 'qwerty', 'asdfghjkl', 'asdfgh', 'asdf', 'zxcvbnm', 'zxcvbn', 'zxcv',
	'qazwsxedc', 'qazwsx', 'qaz', 'wsx', 'edc', 'rfv', 'letmein', 'welcome', 'iloveyou', 'admin', 'administrator', 'root', 'login', 'user',
	'master', 'monkey', 'dragon', 'football', 'baseball', 'superman', 'batman', 'princess', 'sunshine', 'shadow', 'trustno', 'whatever',
	'starwars', 'freedom', 'charlie', 'michael', 'jordan', 'secret', 'default', 'changeme', 'hello', 'test', 'guest', 'access', 'computer',
	'internet', 'pokemon', 'doraemon', 'naruto', 'sakura', 'tokyo', 'japan', 'nippon', 'nihon', 'osaka', 'kyoto', 'takahashi', 'tanaka',
	'suzuki', 'yamada', 'sato', 'watanabe', 'arigatou', 'arigato', 'konnichiwa', 'himitsu', 'anpanman', 'sayonara', 'hogehoge', 'hoge',
	'abcdefghijklmnopqrstuvwxyz', 'abcdefghijkl', 'abcdefgh', 'abcdef', 'abcd', 'abc', 'google', 'yahoo', 'facebook', 'amazon', 'windows',
] // prettier-ignore

const leet: Record<string, string> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
/** Characters beyond words, runs and repeats that make a password one's own. */
const OWN_CHARACTERS = 6

export type PasswordFault = 'too-short' | 'too-long' | 'common' | 'personal'

const sentences: Record<PasswordFault, string> = {
	'too-short': `パスワードは${PASSWORD_MIN}文字以上にしてください。`,
	'too-long': `パスワードは${PASSWORD_MAX}文字以内にしてください。`,
	common: '推測されやすいパスワードです。よく使われる言葉や数字の並びを避けてください。',
	personal: 'メールアドレスと似たパスワードは使えません。',
}

export const passwordSentence = (fault: PasswordFault): string => sentences[fault]

/** What is wrong with a new password, or null. `personal` are the address and whatever else others may know. */
export function passwordFault(password: string, personal: readonly string[] = []): PasswordFault | null {
	const text = password.normalize('NFKC')
	const { length } = Array.from(text)
	if (length < PASSWORD_MIN) return 'too-short'
	if (length > PASSWORD_MAX) return 'too-long'
	const plain = text.toLowerCase()
	if (ownCharacters(plain) < OWN_CHARACTERS || ownCharacters(unleet(plain)) < OWN_CHARACTERS) return 'common'
	for (const known of personal) {
		const parts = [known, known.split('@')[0] ?? ''].map((part) => part.toLowerCase()).filter((part) => part.length >= 4)
		if (parts.some((part) => plain.includes(part) && plain.length - part.length < OWN_CHARACTERS)) return 'personal'
	}
	return null
}

const unleet = (text: string): string => text.replaceAll(/[013457@$!]/g, (character) => leet[character] ?? character)

/** How many characters are left when at most two common words, and all runs and repeats, are taken out. */
function ownCharacters(text: string): number {
	let rest = text
	let words = 0
	for (const word of commonWords.toSorted((a, b) => b.length - a.length)) {
		if (words === 2) break
		if (!rest.includes(word)) continue
		rest = rest.replaceAll(word, ' ')
		words++
	}
	rest = rest.replaceAll(/(?:19|20)\d\d/g, ' ').replaceAll(/(.{1,4}?)\1{2,}/g, ' ')
	return withoutRuns(rest).match(/[^\s\p{P}]/gu)?.length ?? 0
}

/** Takes out steps such as 1234, 9876 or defg. */
function withoutRuns(text: string): string {
	let kept = ''
	let from = 0
	while (from < text.length) {
		let to = from + 1
		const step = (text.codePointAt(to) ?? 0) - (text.codePointAt(from) ?? 0)
		while (to < text.length && Math.abs(step) <= 1 && (text.codePointAt(to) ?? 0) - (text.codePointAt(to - 1) ?? 0) === step) to++
		if (to - from < 3) {
			kept += text.slice(from, from + 1)
			from += 1
		} else from = to
	}
	return kept
}
