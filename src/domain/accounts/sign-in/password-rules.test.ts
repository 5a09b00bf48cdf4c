import { beforeAll, describe, expect, test } from 'vitest'
import { withCtx } from '../../../../test/database.ts'
import { createCommonWords, type WordBits } from '../../../platform/common-words.ts'
import { testSite } from '../accounts-for-test.ts'
import { hashNewPassword } from './password-check.ts'
import { passwordFaults, passwordSentence } from './password-rules.ts'

let wordBits: WordBits
beforeAll(async () => {
	wordBits = await createCommonWords()()
})

/** Of 12 characters or more, from lists of leaked passwords or made by the habits behind those. */
const wellKnown = [
	'password1234', 'password12345', 'Password2026!', 'Passw0rd2026!!', 'p@ssw0rd1234', 'P4ssw0rdP4ssw0rd', 'passwordpassword', 'drowssap1234',
	'qwertyuiop12', 'qwertyuiop123', 'qwerty123456', '123456qwerty', '1qaz2wsx3edc', '1q2w3e4r5t6y', 'zaq12wsxcde3', 'qazwsxedcrfv',
	'asdfghjkl123', 'zxcvbnm12345', 'zxcvbnm,./12', '147258369000', '123456789012', '1234567890ab', '111111111111', 'aaaaaaaaaaaa',
	'abcdefghijkl', 'abc123abc123', 'abcd1234abcd', 'adminadminadmin', 'administrator', 'administrator1', 'letmein12345', 'welcome2026!!',
	'changeme1234', 'trustno1trustno1', 'iloveyou2026!', 'iloveyouforever', 'monkey123456', 'football2024', 'sunshine2025!', 'superman1234',
	'starwars1977', 'congratulations', 'tanakataro1234', 'yamadahanako', 'suzuki19800101', 'tokyo2020tokyo', 'arigatou2026', 'doraemon1234',
	'sakura20251122', 'hogehogehoge', '090-1234-5678', '1985年4月12日田中', 'summer2025summer', 'ぱすわーどぱすわーど', 'パスワード12345678', 'あいうえおかきくけこさし',
] // prettier-ignore

const decent = [
	'kawasemi to yuuhi 88', 'みかんとりんごとばななのき', 'V9#kd02-lsQp!', 'correct horse battery staple', 'komorebi-mitaka-4', 'minato no akari 31',
	'🍊🍎🍌🍇🍉🍓🍒🍑🥝🍍🥥🥭', 'tsubame kaze 夕方 noren', 'hoshizora kou 7 fune', 'tvcx-8h2k-qmz4', '青い自転車と雨の日の図書館', 'xK3mPq8vLz2w',
	'紅茶は二杯目がいちばんおいしい', 'yukidoke no kawa wo aruku', '3匹の猫とベランダの朝ごはん', 'rainy library turtle soup', 'wooden-bridge-eleven-otters',
	'noren-tsubame-hatake', 'fukurou mo neru yoru', 'zebra lamp 42 pickle', '梅雨明けの海岸通りを歩く', 'hatake/kakashi/kumo/9', 'soba wa juuwari ga suki',
	'しろいくじらとゆうやけのまち', 'ほしをみるひとのちいさなつくえ', 'umbrella under 5 bridges', 'mokuyoubi no asa wa kiri', 'Tr7!vmq0-Zx5', 'granite-velvet-motor-71',
	'うみべのまちでかったあおいかさ', '窓辺のサボテンに水を三滴だけ', 'nagai densha to obentou', 'pepper clock violet staircase', 'k8w2-rt5n-zz9m', 'orange tractor sings low',
	'十年前の傘をまだ使っている', 'yama no ue de tegami wo yomu', 'two pencils and a harbour', '北の港で飲んだ濃いめの珈琲', 'q7RfTz-m2Lc-0bH', 'suzume ga sanba tonde iku',
	'lantern/moss/teacup/19', '朝霧のなかを走る赤い列車だ', 'Ghb54!dsPqK2', 'furoshiki ni tsutsumu budou', 'marble whistle 8 cabbage', 'ざくろとみずうみとてつどう',
	'坂の途中の古い時計店まで', 'nine quiet foxes at dawn', 'tanpopo-kaidan-yoake',
] // prettier-ignore

test('fifty-six well-known passwords of twelve characters or more are refused', () => {
	expect(new Set(wellKnown).size).toBeGreaterThanOrEqual(50)
	expect(wellKnown.filter((password) => passwordFaults(password, { wordBits }).length === 0)).toEqual([])
})

test('fifty decent passphrases are accepted', () => {
	expect(decent).toHaveLength(50)
	expect(decent.filter((password) => passwordFaults(password, { wordBits }).length > 0)).toEqual([])
})

test('ten thousand of twelve characters or more, made of a common word and a common ending, are refused', () => {
	const words = ['password', 'qwerty', 'dragon', 'monkey', 'letmein', 'baseball', 'football', 'master', 'michael', 'shadow', 'jennifer', 'superman',
		'harley', 'ranger', 'hunter', 'buster', 'soccer', 'killer', 'george', 'charlie', 'andrew', 'michelle', 'sunshine', 'chocolate', 'princess',
		'sakura', 'tanaka', 'suzuki', 'takahashi', 'watanabe', 'yamamoto', 'nakamura', 'kobayashi', 'hanako', 'daisuke', 'kenichi', 'yuki', 'tokyo',
		'osaka', 'arigatou'] // prettier-ignore
	const digits = ['123456', '1234567', '12345678', '111111', '123123', '2024', '2025', '2026', '19800101', '20001231', '0401', '1q2w3e'] // prettier-ignore
	const marks = ['', '!', '!!', '.', '_', '@', '#', '$', '?', '-', '*']
	const shapes = [
		(word: string) => word,
		(word: string) => word.charAt(0).toUpperCase() + word.slice(1),
		(word: string) => word.replaceAll('a', '@').replaceAll('o', '0'),
	]
	const made = words.flatMap((word) =>
		shapes.flatMap((shape) => digits.flatMap((end) => marks.flatMap((mark) => [shape(word) + end + mark, shape(word) + mark + end]))),
	)
	const long = [...new Set(made)].filter((password) => password.length >= 12).slice(0, 10_000)
	expect(long).toHaveLength(10_000)
	expect(long.filter((password) => passwordFaults(password, { wordBits }).length === 0)).toEqual([])
})

describe('what others know about the person', () => {
	const personal = ['hoshizora-kou@kaisha-midori.example', '渡辺', 'さくら', 'しるべ']
	test.each([
		'hoshizora-kou',
		'Hoshizora-Kou2',
		'kaisha-midori.example',
		'渡辺さくら渡辺さくら渡辺',
		'hoshizora.kou.2026',
		'shirubeshirube',
	])('%s is refused', (password) => {
		expect(passwordFaults(password, { personal, wordBits })).not.toEqual([])
	})
	test('does not weaken a password that is good without it', () => {
		expect(passwordFaults('渡辺 yukidoke kakashi 夕方', { personal, wordBits })).toEqual([])
	})
})

test('all faults are reported at once, each with what to do instead', () => {
	expect(passwordFaults('short')).toEqual(['too-short'])
	expect(passwordFaults('taro2026', { personal: ['taro@example.com'] })).toEqual(['too-short', 'common', 'personal'])
	expect(passwordFaults('x'.repeat(129))).toEqual(['too-long'])
	const sentence = passwordSentence(['too-short', 'common', 'personal'])
	expect(sentence).toMatch(/12文字以上.*互いに関係のない言葉.*ご自身と関係のない言葉/)
})

test('a new password is checked against the names and the address of the account, and against the list', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { docId } = await site.account('mizuumi.haruka@example.com')
		await ctx.db.updateTable('users').set({ first_name: '遥香', last_name: '湖山' }).where('id', '=', docId).execute()
		const visitor = await site.browser().ctx()
		const faultOf = async (password: string) => {
			try {
				await hashNewPassword(visitor, password, ['mizuumi.haruka@example.com'])
				return null
			} catch (error) {
				return (error as { fields: Record<string, string> }).fields['password']
			}
		}
		expect(await faultOf('mizuumiharuka1')).toMatch(/メールアドレス、サイトの名前/)
		expect(await faultOf('湖山遥香湖山遥香湖山遥香')).toMatch(/お名前/)
		expect(await faultOf('extraordinary1')).toMatch(/推測されやすい/)
		expect(await faultOf('yukidoke no kawa wo aruku')).toBeNull()
	}))
