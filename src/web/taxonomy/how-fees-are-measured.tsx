import { useSite } from '../layout/site.ts'

/** How the figures of the fee pages come about, in words; with the usual band of a task where there is one. */
export function HowMeasured({ band, note }: { band: string | null; note: string | null }) {
	const { demo } = useSite()
	return (
		<section aria-labelledby="how">
			<h2 id="how">計算のしかた</h2>
			<div className="prose">
				{demo && <p>このサイトはデモです。事務所も料金も架空のもので、実際の相場ではありません。</p>}
				{band && <p>{`編集部が書いている一般的な目安は「${band}」です。${note ?? ''}下の集計とは別に、業務の説明に載せています。`}</p>}
				<ul>
					<li>
						「事務所の料金表」は、このサイトに掲載中の事務所が公開している料金です。一つの事務所を一件と数え、幅のある料金はその真ん中、「〜から」だけの料金は下限の額を使います。
					</li>
					<li>
						「中央値」は、安い順に並べたときの真ん中の額です。「真ん中の半分」は、安いほうの4分の1と高いほうの4分の1を除いた幅（四分位）です。
					</li>
					<li>
						「採用された見積もり」は、まとめて見積もりで実際に選ばれた見積もりの総額です（税込・実費込み、直近2年）。個々の見積もりの額は公開しません。
					</li>
					<li>事務所の数が5件に満たない集計は、表示も保存もしません。集計は毎日、未明に一度やり直します。</li>
					<li>広告料や有料プランは、集計に影響しません。安さや質を保証するものでもありません。</li>
				</ul>
			</div>
		</section>
	)
}
