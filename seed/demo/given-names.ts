import type { Random } from './random.ts'

export type Gender = 'female' | 'male'
export type GivenName = { kanji: string; kana: string }

/** First year of birth for which the list holds, and the names of that generation. */
const FEMALE: readonly (readonly [number, string])[] = [
	[
		1945,
		'和子 かずこ/幸子 さちこ/節子 せつこ/洋子 ようこ/弘子 ひろこ/京子 きょうこ/恵子 けいこ/悦子 えつこ/久美子 くみこ/由美子 ゆみこ/順子 じゅんこ/道子 みちこ/文子 ふみこ/敏子 としこ/典子 のりこ/美智子 みちこ/千代子 ちよこ/照代 てるよ/初江 はつえ/澄江 すみえ/喜美江 きみえ/房江 ふさえ/静香 しずか/光代 みつよ',
	],
	[
		1960,
		'由美 ゆみ/明美 あけみ/真由美 まゆみ/智子 ともこ/裕子 ゆうこ/直美 なおみ/久美 くみ/陽子 ようこ/恵美 えみ/香織 かおり/美穂 みほ/里美 さとみ/純子 じゅんこ/美香 みか/優子 ゆうこ/理恵 りえ/美紀子 みきこ/千春 ちはる/雅代 まさよ/早苗 さなえ/美和 みわ/奈緒美 なおみ/かおる かおる/ひとみ ひとみ/弥生 やよい/志保 しほ/尚子 なおこ/啓子 けいこ',
	],
	[
		1975,
		'美咲 みさき/愛 あい/麻衣 まい/恵 めぐみ/綾 あや/彩 あや/友美 ともみ/麻美 あさみ/久美香 くみか/絵美 えみ/沙織 さおり/亜希子 あきこ/千尋 ちひろ/真理 まり/瞳 ひとみ/舞 まい/理沙 りさ/奈々 なな/あゆみ あゆみ/智美 ともみ/加奈 かな/麻里 まり/さやか さやか/由佳 ゆか/祐子 ゆうこ/悠子 ゆうこ/晶子 あきこ/真希 まき/梓 あずさ/瑞穂 みずほ/万里子 まりこ/有紀子 ゆきこ/千晴 ちはる/静佳 しずか/桂子 けいこ/いずみ いずみ',
	],
	[
		1990,
		'彩花 あやか/萌 もえ/遥香 はるか/七海 ななみ/美月 みづき/菜摘 なつみ/優花 ゆうか/結衣 ゆい/葵衣 あおい/桃子 ももこ/莉子 りこ/明日香 あすか/美優 みゆ/千夏 ちなつ/真央 まお/菜々子 ななこ/花音 かのん/詩織 しおり/有紗 ありさ/里奈 りな/咲良 さくら/ほのか ほのか/かれん かれん/茜 あかね/栞 しおり/琴音 ことね/佳奈 かな/美帆 みほ/朱里 あかり/ひかり ひかり/まどか まどか/沙也加 さやか',
	],
]

const MALE: readonly (readonly [number, string])[] = [
	[
		1945,
		'正 ただし/博 ひろし/茂 しげる/清 きよし/進 すすむ/勝 まさる/隆 たかし/昭 あきら/弘 ひろし/実 みのる/勇 いさむ/修 おさむ/稔 みのる/幸雄 ゆきお/和夫 かずお/正夫 まさお/義雄 よしお/敏夫 としお/善三 ぜんぞう/忠 ただし/孝 たかし/功 いさお/誠一 せいいち/正樹 まさき/克己 かつみ/辰男 たつお/洋一 よういち/健三 けんぞう',
	],
	[
		1960,
		'浩 ひろし/誠 まこと/剛 つよし/健一 けんいち/浩二 こうじ/和彦 かずひこ/哲也 てつや/裕之 ひろゆき/秀樹 ひでき/直樹 なおき/達也 たつや/英樹 ひでき/浩之 ひろゆき/浩一 こういち/智之 ともゆき/隆之 たかゆき/雅彦 まさひこ/孝司 たかし/信行 のぶゆき/徹 とおる/聡 さとし/豊 ゆたか/伸一 しんいち/康弘 やすひろ/秀明 ひであき/和也 かずや/賢治 けんじ/光司 こうじ/敬介 けいすけ/俊介 しゅんすけ/文彦 ふみひこ/泰三 たいぞう/尚人 なおと',
	],
	[
		1975,
		'大輔 だいすけ/健太 けんた/拓也 たくや/翔太 しょうた/直人 なおと/亮 りょう/大介 だいすけ/雄太 ゆうた/慎一郎 しんいちろう/洋平 ようへい/祐介 ゆうすけ/陽介 ようすけ/健太郎 けんたろう/慎也 しんや/淳 じゅん/崇 たかし/学 まなぶ/純一 じゅんいち/竜也 たつや/聡志 さとし/拓郎 たくろう/智也 ともや/啓太 けいた/良太 りょうた/貴之 たかゆき/康平 こうへい/真吾 しんご/宏樹 ひろき/隼人 はやと/圭 けい/悠介 ゆうすけ/伸也 しんや/周平 しゅうへい/知宏 ともひろ/亮介 りょうすけ/一樹 かずき/晋平 しんぺい/遼太郎 りょうたろう',
	],
	[
		1990,
		'翔 しょう/蓮 れん/大樹 だいき/拓海 たくみ/駿 しゅん/優斗 ゆうと/和真 かずま/海斗 かいと/涼太 りょうた/颯太 そうた/悠斗 ゆうと/大地 だいち/航平 こうへい/匠 たくみ/樹 いつき/陸 りく/健人 けんと/諒 りょう/俊太朗 しゅんたろう/晃平 こうへい/竜之介 りゅうのすけ/光太郎 こうたろう/雅也 まさや/凌 りょう/瑛太 えいた/諒平 りょうへい/創 はじめ/渉 わたる/新 あらた/奏太 そうた/慧 けい/将吾 しょうご',
	],
]

const parse = (source: string): GivenName[] =>
	source.split('/').map((entry) => {
		const [kanji, kana] = entry.split(' ')
		if (!kanji || !kana) throw new Error(`given name entry "${entry}"`)
		return { kanji, kana }
	})

const tables = {
	female: FEMALE.map(([from, source]) => ({ from, names: parse(source) })),
	male: MALE.map(([from, source]) => ({ from, names: parse(source) })),
}

/** A name as parents of that year gave it; one in six comes from the generation before or after. */
export function pickGivenName(random: Random, gender: Gender, birthYear: number): GivenName {
	const generations = tables[gender]
	let index = generations.findLastIndex((generation) => generation.from <= birthYear)
	if (random.chance(1 / 6)) index += random.chance(0.5) ? 1 : -1
	const generation = generations[Math.max(0, Math.min(generations.length - 1, index))]
	return random.pick(generation?.names ?? [])
}

/** Every given name of the demo. */
export const allGivenNames: readonly (GivenName & { gender: Gender })[] = (['female', 'male'] as const).flatMap((gender) =>
	tables[gender].flatMap(({ names }) => names.map((name) => ({ ...name, gender }))),
)
