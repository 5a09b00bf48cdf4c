import { expect, test } from 'vitest'
import { advertisingFault } from './advertising-rules.ts'

const LAWYER = [5]
const SCRIVENER = [4]

test.each([
	['勝訴率95％の実績があります。', '規程第4条'],
	['回収率は98%です。', '規程第4条'],
	['超一流の弁護士がお答えします。', '規程第3条第3号'],
	['地域 No. 1 の法律事務所です。', '規程第3条第3号'],
	['必ず勝てる方針を立てます。', '規程第3条第3号'],
	['他の事務所より早く対応します。', '規程第3条第5号'],
	['労働問題専門の弁護士です。', '指針'],
	['交通事故専門。', '指針'],
	['債権回収のスペシャリストです。', '指針'],
	['相続を専門としています。', '指針'],
])('catches 「%s」 with the name of the rule', (text, rule) => {
	expect(advertisingFault(text, LAWYER)).toContain(rule)
	expect(advertisingFault(text, SCRIVENER)).toContain('司法書士行為規範')
	// The rules bind no other profession, and an expert with both is bound.
	expect(advertisingFault(text, [1, 3])).toBeNull()
	expect(advertisingFault(text, [1, 5])).toContain(rule)
})

test.each([
	'必要なときは、税理士などほかの専門家と一緒に進めます。',
	'専門用語を使わずに説明します。',
	'専門から外れるときは、すぐにお伝えします。',
	'最高裁判所の判例を確かめます。',
	'一番大切なのは、早めの相談です。',
	'債権の回収率を上げるには、契約の段階が大切です。',
	'中小企業の契約と債権回収に力を入れています。',
	'日本弁護士連合会の認定を受けた専門分野は労働です。',
	'専門学校で教えています。',
])('lets 「%s」 pass', (text) => {
	expect(advertisingFault(text, LAWYER)).toBeNull()
})
