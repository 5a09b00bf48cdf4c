/** Tools that the tasks of tax-accounting.ts point to. */

import type { ToolSeed } from './types.ts'

export const receiptOcrGuide: ToolSeed = {
	slug: 'tax-accounting-receipt-ocr',
	name: '領収書の読み取り手順表',
	url: null,
	kind: 'template',
	priceNote: '手順表は無料でお使いいただけます。読み取りソフトの費用は別です。',
	summary: 'スマートフォンやスキャナーで領収書を読み取り、OCRで仕訳に変える際の撮影と確認の決めごとをまとめた表です。',
	body: [
		'読み取りの前に、私用の支出を抜き、日付順に並べ、感熱紙は早めに撮影します。撮影は一枚ずつ、四隅と登録番号が写るようにし、読み取った結果は日付、金額、支払先、税率の四点だけを見直すと速く進みます。',
		'紙の原本を捨てるには、スキャナ保存の要件を満たす必要があります。要件を整えるまでは原本を月別の封筒で保管してください。手書きの金額や複数税率の明細は誤読が多く、読み取り任せにはできません。',
	],
	checkedOn: '2026-11-01',
}

export const auditChecklist: ToolSeed = {
	slug: 'tax-accounting-audit-checklist',
	name: '税務調査の準備表',
	url: null,
	kind: 'template',
	priceNote: '無料でお使いいただけます。',
	summary: '通知で聞き取る項目、そろえる帳簿、当日の役割分担、後日の宿題を一枚で管理する表です。',
	body: [
		'まず税務署の部門と担当者名、対象の税目と期間、日時、場所を書き込みます。次に、期間ごとに帳簿と証憑の所在を確かめ、足りないものに印を付けます。説明できる人の名前も科目ごとに決めておくと当日に慌てません。',
		'準備表は資料のもれを防ぐためのもので、税務上の取り扱いの判断には使えません。気になる取引の欄に書いたことは、必ず調査の前に税理士へ伝えてください。',
	],
	checkedOn: '2026-11-01',
}

export const invoiceRegister: ToolSeed = {
	slug: 'invoice-kohyo',
	name: '国税庁 適格請求書発行事業者公表サイト',
	url: 'https://www.invoice-kohyo.nta.go.jp/',
	kind: 'public',
	priceNote: '利用料はかかりません。',
	summary: '請求書に書かれた登録番号が有効か、登録日や取消日はいつかを調べられる国税庁のサイトです。',
	body: [
		'請求書のTで始まる番号を入力し、名称と登録年月日を照らし合わせます。取引先が多い場合は、公表データのダウンロードや会計ソフトの照合機能を使うと手間が減ります。確認した日を取引先台帳に残しておきましょう。',
		'個人事業者の屋号や住所は本人が公表を希望した場合だけ載ります。番号が有効であっても、請求書のほかの記載事項が足りなければ控除に影響するため、書面の確認は別に必要です。',
	],
	checkedOn: '2026-11-01',
}

export const yearEndSoftware: ToolSeed = {
	slug: 'tax-accounting-nencho',
	name: '国税庁 年末調整のページと年調ソフト',
	url: 'https://www.nta.go.jp/users/gensen/nencho/index.htm',
	kind: 'public',
	priceNote: '利用料はかかりません。',
	summary: 'その年の様式、手引き、改正点の案内と、従業員が控除申告書を電子で作れる年調ソフトへの入り口です。',
	body: [
		'年調ソフトは従業員の側が入力し、控除証明書のデータを取り込んで申告書を作るためのものです。会社は受け取ったデータを給与ソフトに読み込みます。始める前に、給与ソフトが取り込みに対応しているか、提出データの受け渡し方法をどうするかを決めてください。',
		'税額の精算や源泉徴収票の作成は、給与ソフトや税理士の側で行います。年ごとに新しい版が出るので、前年の版を使い続けないよう注意が必要です。',
	],
	checkedOn: '2026-11-01',
}
