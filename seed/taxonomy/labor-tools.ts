/** Tools that the tasks of labor.ts point to. */

import type { ToolSeed } from './types.ts'

export const modelWorkRules: ToolSeed = {
	slug: 'labor-model-rules',
	name: '厚生労働省 モデル就業規則',
	url: 'https://www.mhlw.go.jp/stf/seisakunitsuite/bunya/koyou_roudou/roudoukijun/zigyonushi/model/index.html',
	kind: 'public',
	priceNote: '無料で入手できます。',
	summary: '条文の例と解説がまとまった厚生労働省のひな形です。自社に足りない項目の点検に使えます。',
	body: [
		'全文を写すのではなく、自社の規則と章ごとに並べて、欠けている項目に印を付ける使い方が向いています。手元に勤怠の記録と賃金台帳を置き、条文どおりに運用できているかを一つずつ見ていきます。',
		'ひな形には、休職や手当など法律上の義務ではない規定も含まれます。残すと会社の約束になるため、採るかどうかを判断してから使ってください。業種や変形労働時間制への調整は自社で行う必要があります。',
	],
	checkedOn: '2026-11-01',
}

export const payrollSoftwareCheck: ToolSeed = {
	slug: 'labor-payroll-software-check',
	name: '給与ソフトの選び方チェック表',
	url: null,
	kind: 'template',
	priceNote: '表は無料でお使いいただけます。給与ソフトの利用料は別です。',
	summary: '人数、勤務形態、勤怠との連携、明細の配付方法などから、自社に必要な機能を洗い出す表です。',
	body: [
		'まず、締め日と支払日、雇用形態、手当、変形労働時間制の有無を書き出します。次に、勤怠システムや会計ソフトと連携できるか、住民税や社会保険料の更新がどう反映されるかを候補ごとに埋めます。試用の期間に先月分を入力して、手計算と一致するかを見てください。',
		'ソフトは設定した規則のとおりに計算するだけで、手当を残業単価に含めるか、割増率が正しいかという判断はしません。初期設定を専門家に見てもらうと、後の遡及計算を避けやすくなります。',
	],
	checkedOn: '2026-11-01',
}

export const startupRoudou: ToolSeed = {
	slug: 'labor-startup-roudou',
	name: 'スタートアップ労働条件（36協定届の作成支援）',
	url: 'https://www.startup-roudou.mhlw.go.jp/',
	kind: 'public',
	priceNote: '利用料はかかりません。',
	summary: '画面の質問に答えながら、36協定届（様式第9号など）や就業規則の案を作れる厚生労働省のサイトです。',
	body: [
		'事業の種類、業務の内容、延長する時間、起算日、過半数代表者の職名と氏名を用意してから始めると、30分ほどで様式が埋まります。労働時間の管理状況を点検する診断の機能もあるため、届出の前に一度通してみてください。',
		'できあがった様式は、代表者との協定の手続きを経てはじめて意味を持ちます。特別条項の理由が具体的か、実績に合った時間かまでは確かめてくれません。',
	],
	checkedOn: '2026-11-01',
}

export const attendanceLedger: ToolSeed = {
	slug: 'labor-attendance-ledger',
	name: '勤怠記録の突き合わせ表',
	url: null,
	kind: 'template',
	priceNote: '無料でお使いいただけます。',
	summary: 'タイムカード、パソコンの使用記録、日報を日ごとに並べ、実際の労働時間の争点を見えるようにする表です。',
	body: [
		'対象者と期間を決め、日付ごとに始業、終業、休憩、残業の指示の有無、裏付けの種類を記入します。記録どうしの差が30分を超える日は理由の欄に書き、思い出しで書いた部分は区別しておきます。',
		'この表は事実を整理するためのもので、未払い額や法的な責任を確定するものではありません。元の記録は加工せずに保存し、専門家には写しと一緒に渡してください。',
	],
	checkedOn: '2026-11-01',
}

export const gradeTable: ToolSeed = {
	slug: 'labor-grade-table',
	name: '等級表と賃金表の試算シート',
	url: null,
	kind: 'template',
	priceNote: '無料でお使いいただけます。',
	summary: '役割の段階ごとの期待と賃金の幅を書き込み、全員を当てはめたときの人件費を試算する表です。',
	body: [
		'現在の基本給と手当を入力し、段階ごとに下限と上限を決めます。枠から外れる人が色で示されるので、是正に要する額と年数を検討してください。社会保険料の会社負担として、賃金総額のおよそ15%を加えて見るのが実務的です。',
		'試算は人件費の見通しをつかむためのもので、不利益変更の適否や同一労働同一賃金の判断は含みません。個人の賃金が並ぶ資料ですから、閲覧できる人を絞って扱いましょう。',
	],
	checkedOn: '2026-11-01',
}
