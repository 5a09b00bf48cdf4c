import { Link } from 'react-router'
import { japan } from '../../domain/geography/areas.ts'
import type { Alternative } from '../../domain/funding-diagnosis/diagnosis-advice.ts'
import { type Cost, type Diagnosis, exceedsCeiling, type Fit, type Way } from '../../domain/funding-diagnosis/diagnosis.ts'
import type { DiagnosisInput } from '../../domain/funding-diagnosis/diagnosis-input.ts'
import { type FundingFigures, interestCeiling } from '../../domain/funding-diagnosis/figures.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { taskFeesPath } from '../../domain/shared/links.ts'
import { CostChart } from './cost-chart.tsx'
import { CostTable } from './cost-table.tsx'
import { FactoringOffer } from './factoring-offer.tsx'
import { KeepResult } from './keep-result.tsx'
import { Fold } from '../ui/fold.tsx'
import { RateBars } from './rate-bars.tsx'
import { conditionsOf, dayText, percentText, rangeText, yenText } from './factoring-text.ts'
import styles from './factoring-result.module.css'

const fits: Record<Fit, { mark: string; label: string }> = {
	good: { mark: '◯', label: '検討しやすい条件です' },
	conditional: { mark: '△', label: '条件しだいです' },
	poor: { mark: '▲', label: '向きにくい条件です' },
	none: { mark: '×', label: '利用できません' },
}

const titles = {
	two: { title: '2社間ファクタリング', text: '買取会社とだけ契約し、得意先には知らせずに行うのが一般的な方法です。' },
	three: { title: '3社間ファクタリング', text: '得意先の承諾を得て、得意先が買取会社へ直接支払う方法です。' },
}

export type FactoringResultData = {
	input: DiagnosisInput
	diagnosis: Diagnosis
	documents: string[]
	alternatives: Alternative[]
	/** Path and query of this result. */
	sharedPath: string
	/** Where contact can be asked for. */
	contactPath: string
	/** 'YYYY-MM-DD'. */
	on: string
}

export function FactoringResult({
	result,
	figures,
	publicUrl,
}: {
	result: FactoringResultData
	figures: FundingFigures
	publicUrl: string
}) {
	const { input, diagnosis, documents, alternatives, on } = result
	const isComparable = diagnosis.obstacle === null
	return (
		<div className={styles.result}>
			<section className={styles.part} aria-labelledby="result">
				<h2 id="result">診断結果</h2>
				<Verdict result={result} figures={figures} />
				<p className="no-print">
					<a className="button" href="#result-alternatives">
						ほかの方法と比べる
					</a>
				</p>
				<Fold label="入力した条件を見る">
					<dl className={styles.conditions}>
						<div>
							<dt>診断日</dt>
							<dd>{dayText(on)}</dd>
						</div>
						{conditionsOf(input).map(({ label, value }) => (
							<div key={label}>
								<dt>{label}</dt>
								<dd>{value}</dd>
							</div>
						))}
					</dl>
				</Fold>
				<ul className={styles.ways}>
					{[diagnosis.two, diagnosis.three].map((way) => (
						<WayCard key={way.kind} way={way} isComparable={isComparable} wanted={input.wanted} />
					))}
				</ul>
				{isComparable && (
					<p>
						条件が合う場合でも、費用は融資よりずっと高くなるのが普通です。契約の前に、下の
						<a href="#result-alternatives">ほかの方法</a>も確かめてください。
					</p>
				)}
				<p className={styles.notice}>
					この結果は、入力された条件と一般に言われる手数料の幅から計算した目安です。資金化できることや、その金額・時期・手数料を約束するものではありません。実際に買い取るかどうかと条件は、買取会社の審査で決まります。
				</p>
			</section>

			<section className={styles.part} aria-labelledby="result-alternatives">
				<h2 id="result-alternatives">ほかの方法</h2>
				<ol className={styles.alternatives}>
					{alternatives.map((alternative) => (
						<li key={alternative.key}>
							<h3>{alternative.title}</h3>
							<p>{alternative.body}</p>
							<dl>
								<div>
									<dt>かかる時間</dt>
									<dd>{alternative.leadTime}</dd>
								</div>
								<div>
									<dt>費用の目安</dt>
									<dd>{alternative.cost}</dd>
								</div>
							</dl>
							<p>
								<Link
									to={listPath({ scopeId: alternative.taskId, area: japan })}
								>{`「${alternative.taskName}」を相談できる事務所を探す`}</Link>
							</p>
							{alternative.key === 'contract-check' && (
								<p>
									<Link to={taskFeesPath(alternative.taskId)}>{`「${alternative.taskName}」の料金相場を見る`}</Link>
								</p>
							)}
						</li>
					))}
				</ol>
			</section>

			{isComparable && diagnosis.comparison.amount > 0 && <Costs input={input} diagnosis={diagnosis} figures={figures} />}

			<section className={styles.part} aria-labelledby="result-documents">
				<h2 id="result-documents">準備する書類</h2>
				<p>見積もりを取るときも、融資や専門家に相談するときも、ほぼ同じ書類を使います。</p>
				<ul>
					{documents.map((document) => (
						<li key={document}>{document}</li>
					))}
				</ul>
			</section>

			<KeepResult url={`${publicUrl}${result.sharedPath}`} path={result.sharedPath} title="資金診断の結果" />
			<FactoringOffer path={result.contactPath} />
		</div>
	)
}

/** What the same sum costs by each way, in words, as a chart and as a table. */
function Costs({ input, diagnosis, figures }: { input: DiagnosisInput; diagnosis: Diagnosis; figures: FundingFigures }) {
	const { comparison, days, quoted, two, three } = diagnosis
	return (
		<section className={styles.part} aria-labelledby="result-cost">
			<h2 id="result-cost">費用を年率で比べる</h2>
			<p>
				{comparison.amount < input.wanted
					? `必要な額${yenText(input.wanted)}にはこの売掛金だけでは届かないため、どの方法でも手元に入る${yenText(comparison.amount)}にそろえて比べます。`
					: `どの方法でも、手取りで${yenText(comparison.amount)}を受け取る場合にそろえて比べます。`}
				{`入金予定日より${days}日早く手にする費用です。ファクタリングの費用は日数が短くても変わらないため、短いほど年率が高くなります。同じ${yenText(comparison.amount)}を年${figures.loanRate}%で借りれば${days}日分の利息は${yenText(comparison.loanInterest)}ほど、法律の上限の年${comparison.ceiling}%でも${yenText(comparison.ceilingInterest)}ほどです。`}
			</p>
			{quoted && <Quoted cost={quoted} wanted={input.wanted} days={days} figures={figures} />}
			<CostChart comparison={comparison} ways={{ two, three }} days={days} loanRate={figures.loanRate} />
			<Fold label="日数ごとの費用の表と計算の式">
				<CostTable comparison={comparison} ways={{ two, three }} days={days} business={input.business} figures={figures} />
				<p className={styles.formula}>
					{`年率 ＝ 費用 ÷ 先に受け取る額 × 365 ÷ 入金までの日数。ファクタリングは借入ではないため、法律上の利率ではなく、比べるための数字です。高いほうの費用には、契約書の印紙税${yenText(figures.stampDuty)}と、法人の2社間では債権譲渡登記の登録免許税${yenText(figures.registration)}を足し、額面の${figures.holdback}%を得意先の入金まで預けるものとしています。司法書士の報酬や事務手数料がかかるときは、さらに足して計算します。`}
				</p>
			</Fold>
		</section>
	)
}

const obstacles = {
	overdue: {
		title: '期日を過ぎた売掛金は、売れません',
		text: '支払期日を過ぎた売掛金は、買取の対象になりません。まず回収を、あわせて当面の資金の手当てを考えます。',
	},
	'paid-in-time': {
		title: '売らなくても間に合います',
		text: '必要な日までに入金される予定のため、売掛金を売る必要はありません。入金が遅れたときの備えとして、ほかの方法を確かめておくと安心です。',
	},
}

/** What decides, before anything else: the answer in a sentence and the yearly rates beside that of a loan. */
function Verdict({ result: { input, diagnosis }, figures }: { result: FactoringResultData; figures: FundingFigures }) {
	const { obstacle, comparison, two, three, days, quoted } = diagnosis
	if (obstacle !== null)
		return (
			<div className={styles.verdict} data-fit="none">
				<p className={styles.answer}>{obstacles[obstacle].title}</p>
				<p>{obstacles[obstacle].text}</p>
			</div>
		)
	const best = two.fit === three.fit ? null : (['good', 'conditional', 'poor'] as const).find((fit) => [two.fit, three.fit].includes(fit))
	const { mark, label } = fits[best ?? two.fit]
	return (
		<div className={styles.verdict} data-fit={best ?? two.fit}>
			<p className={styles.answer}>
				<span aria-hidden="true">{mark}</span>
				{best ? `${two.fit === best ? '2' : '3'}社間なら、${label}` : `2社間も3社間も、${label}`}
			</p>
			{comparison.amount > 0 && (
				<>
					<p>{`${yenText(comparison.amount)}を、入金より${days}日早く手にする費用です。`}</p>
					<RateBars comparison={comparison} quoted={comparison.amount === input.wanted ? quoted : null} figures={figures} />
				</>
			)}
		</div>
	)
}

function WayCard({ way, isComparable, wanted }: { way: Way; isComparable: boolean; wanted: number }) {
	const { title, text } = titles[way.kind]
	const fit = fits[way.fit]
	return (
		<li className={styles.way} data-fit={way.fit}>
			<h3>{title}</h3>
			<p className={styles.fit}>
				<span aria-hidden="true">{fit.mark}</span>
				{fit.label}
			</p>
			<p className={styles.explain}>{text}</p>
			{isComparable && (
				<>
					<ul className={styles.reasons}>
						{way.reasons.map((reason) => (
							<li key={reason.text} data-tone={reason.tone}>
								<span className="visually-hidden">
									{reason.tone === 'good' ? '良い点：' : reason.tone === 'caution' ? '注意：' : '難しい点：'}
								</span>
								{reason.text}
							</li>
						))}
					</ul>
					<Figures way={way} wanted={wanted} />
				</>
			)}
		</li>
	)
}

/** What a way costs, piece by piece; the verdict has the yearly rate already. */
function Figures({ way: { band, low, high }, wanted }: { way: Way; wanted: number }) {
	return (
		<Fold label="手数料と金額の内訳">
			<dl className={styles.figures}>
				<div>
					<dt>手数料の幅（額面に対して）</dt>
					<dd>{`${band.min}〜${band.max}%`}</dd>
				</div>
				<div>
					<dt>売る額</dt>
					<dd>{rangeText(low.sold, high.sold)}</dd>
				</div>
				<div>
					<dt>手数料</dt>
					<dd>{rangeText(low.fee, high.fee)}</dd>
				</div>
				<div>
					<dt>登記・印紙の費用</dt>
					<dd>{rangeText(low.expenses, high.expenses)}</dd>
				</div>
				<div>
					<dt>入金まで預ける額（留保）</dt>
					<dd>{rangeText(low.heldBack, high.heldBack)}</dd>
				</div>
				{(low.missing > 0 || high.missing > 0) && (
					<div>
						<dt>手取り</dt>
						<dd>{`${rangeText(high.advance, low.advance)}（必要な額は${yenText(wanted)}）`}</dd>
					</div>
				)}
				<div>
					<dt>年率に直すと</dt>
					<dd>
						<strong>{`${percentText(low.annualPercent)}〜${percentText(high.annualPercent)}`}</strong>
					</dd>
				</div>
			</dl>
		</Fold>
	)
}

function Quoted({ cost, wanted, days, figures }: { cost: Cost; wanted: number; days: number; figures: FundingFigures }) {
	return (
		<p className={styles.quoted}>
			{`見積もりの手数料${cost.ratePercent}%では、${yenText(cost.sold)}分を売って手数料${yenText(cost.fee)}、手取り${yenText(cost.advance)}です。${days}日分の費用として年率に直すと、`}
			<strong>{percentText(cost.annualPercent)}</strong>
			{cost.missing > 0 ? `になります。必要な額${yenText(wanted)}には${yenText(cost.missing)}足りません。` : 'になります。'}
			{exceedsCeiling(cost, figures) && `同じ額の借入なら、法律が認める上限は年${interestCeiling(figures, cost.advance)}%です。`}
			登記や留保の条件があれば、手取りはさらに減ります。
		</p>
	)
}
