import { openSheet, type Sheet } from '../../../platform/pdf-sheet.ts'
import { momentText } from '../../shared/japan-time.ts'
import { letterProofPath } from '../../shared/links.ts'
import type { Letter } from './letters.ts'

const LEFT = 50
const WIDTH = 495

/**
 * A letter as a PDF with a last page on who agreed to what and how to compare it. It holds only what was recorded, so that the same letter
 * gives the same bytes whenever it is drawn.
 */
export async function drawLetter(letter: Letter, publicUrl: string): Promise<Uint8Array> {
	const { title, body, version } = letter
	const proof = proofLines(letter, publicUrl)
	const sheet = await openSheet(
		`${title} 第${version}版`,
		`${title}${body}${JSON.stringify(proof)}${FIXED}`,
		letter.agreedAt ?? letter.offeredAt,
	)
	sheet.line(title, LEFT, { size: 20 })
	sheet.line(`第${version}版`, LEFT, { size: 9 })
	sheet.down(14)
	for (const paragraph of body.split('\n')) {
		if (paragraph === '') sheet.down(8)
		else write(sheet, paragraph, 10)
	}
	// Begins a page of its own.
	sheet.room(1_000)
	sheet.line('合意の記録', LEFT, { size: 16 })
	sheet.rule(1)
	sheet.down(6)
	for (const line of proof) {
		if (line === '') sheet.down(10)
		else write(sheet, line, 9)
	}
	return sheet.save()
}

const FIXED = '合意の記録第版0123456789'

const write = (sheet: Sheet, text: string, size: number) => {
	for (const line of sheet.wrap(text, WIDTH, size)) sheet.line(line, LEFT, { size })
}

const sides = { office: '乙（事務所）', user: '甲（依頼者）' } as const

function proofLines(letter: Letter, publicUrl: string): string[] {
	return [
		`文書：${letter.title} 第${letter.version}版`,
		`本文のハッシュ値（SHA-256）：`,
		letter.hash,
		'',
		...letter.consents.flatMap(({ side, name, at, address, hash }) => [
			`${sides[side]}　${side === 'office' ? `${letter.officeName}　` : ''}${name}`,
			`　同意した日時：${momentText(at)}（日本時間）`,
			`　接続元：${address}`,
			`　同意した本文のハッシュ値：${hash}`,
			'',
		]),
		letter.agreedAt === null
			? '依頼者はまだ同意していません。この文書は案です。'
			: `双方の同意がそろった日時：${momentText(letter.agreedAt)}（日本時間）`,
		...(letter.revokedAt === null
			? []
			: [`解除の通知：${momentText(letter.revokedAt)}（${sides[letter.revokedBy ?? 'user']}から）　理由：${letter.revokeReason}`]),
		'',
		'照合：次のアドレスに示されるハッシュ値が上の値と同じとき、この文書は同意された本文のままです。',
		`${publicUrl}${letterProofPath(letter.code)}`,
		'',
		'ハッシュ値は、題名、空行1つ、本文を改行（LF）でつないだUTF-8の文字列から計算しています。',
		'この記録は、サイトにログインした双方の操作を記したものです。電子署名及び認証業務に関する法律にいう電子署名ではありません。',
	]
}
