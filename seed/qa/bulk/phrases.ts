/** What people of every trade write around their question. `{…}` are filled in by question.ts. */

export const industries = [
	'飲食店',
	'美容室',
	'建設業',
	'小売店',
	'IT受託開発',
	'運送業',
	'整体院',
	'学習塾',
	'不動産業',
	'製造業',
	'農業',
	'旅館',
	'介護事業所',
	'歯科医院',
	'デザイン事務所',
	'ネット通販',
	'印刷業',
	'清掃業',
	'写真スタジオ',
	'自動車整備',
	'パン屋',
	'花屋',
	'ペットサロン',
	'動画制作',
	'翻訳業',
	'人材紹介',
	'古着店',
	'リフォーム業',
	'コンサルタント業',
	'ゲストハウス',
] as const

/** About the whole task. */
export const taskTitles = [
	'{topic}を{industry}で進めるときの順番を教えてください',
	'{topic}の費用はどのくらいみておけばよいですか（{industry}）',
	'{topic}を自分で進める場合に注意する点は何でしょうか',
	'{topic}の期限に間に合わないかもしれません',
	'{topic}を専門家に頼むのはいつがよいですか',
	'{topic}でつまずいています。何から手を付けるべきでしょうか',
	'はじめての{topic}、準備に何か月みておけばよいですか',
	'{industry}の{topic}で見落としやすいところはありますか',
	'{topic}について{place}の窓口で聞く前に整理したいことがあります',
	'従業員{staff}名の{industry}です。{topic}は必要でしょうか',
	'{topic}を後回しにすると、どのような不都合がありますか',
	'{years}年目の{industry}、{topic}を見直すべきか迷っています',
	'{topic}の打合せで、専門家に何を聞けばよいですか',
	'{place}で{industry}をしています。{topic}の相談先を選ぶ基準は',
	'{topic}をオンラインで済ませることはできますか',
	'{topic}の見積もりに差があります。どこを比べればよいですか',
] as const

/** About one of its papers. */
export const paperTitles = [
	'{topic}に使う「{paper}」の書き方が分かりません',
	'{topic}で「{paper}」が必要なのはなぜですか',
	'「{paper}」が見当たりません。{topic}は進められますか',
	'{topic}の「{paper}」は何年分をそろえればよいですか',
	'「{paper}」の内容が古いままです。{topic}に影響しますか',
	'{industry}の{topic}、「{paper}」は原本が要りますか',
] as const

export const settings = [
	'{place}で{industry}を営んでいます。従業員は{staff}名、{years}年目です。',
	'{place}の{industry}です。家族と{staff}名のスタッフで切り盛りしています。',
	'{industry}を{place}で始めて{years}年になります。売上は月{sales}万円ほどです。',
	'個人で{industry}をしています。場所は{place}、売上は月{sales}万円前後です。',
	'{place}で{industry}を開く準備をしています。自己資金は{savings}万円です。',
	'父から{industry}を引き継ぎました。{place}に店舗が一つあり、{staff}名が働いています。',
	'{place}に本社のある{industry}で、管理を一人で担当しています。',
	'夫婦で{industry}をしています。{place}に移ってきて{years}年目です。',
] as const

export const troubles = [
	'ここにきて{topic}を考えることになり、調べるほど分からなくなってきました。',
	'先月、取引先から{topic}のことを聞かれ、答えられませんでした。',
	'{topic}は前の担当者が進めていたのですが、引継ぎのないまま退職してしまいました。',
	'知り合いからは{topic}を早く済ませるように言われましたが、本当に急ぐべきか判断がつきません。',
	'{topic}について二つの説明を読みましたが、書いてあることが食い違っていました。',
	'{month}月までに{topic}を終えたいのですが、日程に余裕がありません。',
	'{topic}のために{savings}万円ほど予算を取りましたが、足りるのか不安です。',
	'一度{topic}を試みて、書類の不備で差し戻されました。',
	'{topic}に関する通知が届き、放っておいてよいものか迷っています。',
	'これまで{topic}をきちんとしてこなかったので、まとめて整えたいと考えています。',
] as const

export const papersLines = [
	'「{paper}」は手元にありますが、「{paper2}」がまだそろっていません。',
	'集めた書類は「{paper}」だけで、ほかに何が要るのか分かりません。',
	'「{paper}」の数字と「{paper2}」の数字が合わず、どちらを直すべきか困っています。',
	'「{paper}」は{years}年前のもので、今の状況と違います。',
] as const

/** Another matter in passing: a search for it should not find this question first. */
export const asides = [
	'なお、{other}については別の方にお願いしています。',
	'{other}はすでに済んでいます。',
	'あわせて{other}も考えていますが、今回は別の話として聞いています。',
	'{other}のときは知人が手伝ってくれましたが、今回は頼めません。',
] as const

export const closings = [
	'どこから始めればよいか教えてください。',
	'同じような経験のある方の進め方を知りたいです。',
	'費用と期間の目安もあわせて教えていただけると助かります。',
	'自分でできる範囲と、お願いすべき範囲の分け方を知りたいです。',
	'よろしくお願いいたします。',
	'見落としている点があれば、ご指摘ください。',
	'次に何を確かめればよいでしょうか。',
	'期限を過ぎた場合の扱いも知りたいです。',
] as const

export const answerOpenings = [
	'{industry}の方からよくいただくご質問です。',
	'結論から申し上げると、まず現状を書き出すところから始めてください。',
	'ご状況を拝見するかぎり、急いで決めなくてよい点と、早く確かめたい点があります。',
	'お手元の情報だけでは決めきれないところもありますが、順番は次のとおりです。',
	'{topic}でつまずく方の多くは、書類をそろえる順番で迷われています。',
] as const

export const answerClosings = [
	'ご不明な点は、お近くの専門家に資料を見せてご相談ください。',
	'{place}の窓口では、予約のうえ事前に相談できることが多いので、一度お問い合わせください。',
	'日付と相手の名前を控えておくと、後の確認が楽になります。',
	'金額が大きい場合は、決める前に二か所から見積もりを取ることをお勧めします。',
] as const
