import type { Route } from './+types/factoring.page'
import { type Comparison, diagnose, exampleComparison, EXAMPLE_DAYS } from '../../domain/funding-diagnosis/diagnosis.ts'
import { alternatives, documentsNeeded } from '../../domain/funding-diagnosis/diagnosis-advice.ts'
import {
	diagnosisDay,
	type DiagnosisErrors,
	diagnosisSearch,
	type DiagnosisValues,
	parseDiagnosis,
} from '../../domain/funding-diagnosis/diagnosis-input.ts'
import { readFundingFigures } from '../../domain/funding-diagnosis/figure-reads.ts'
import type { FigureSource, FundingFigures } from '../../domain/funding-diagnosis/figures.ts'
import { diagnosisContactPath } from '../../domain/shared/links.ts'
import { isoDay } from '../../domain/shared/japan-time.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd } from '../ui/breadcrumbs.tsx'
import { FactoringErrors, FactoringForm } from './factoring-form.tsx'
import { FactoringGuide, SalaryRefusal } from './factoring-guide.tsx'
import { yenText } from './factoring-text.ts'
import { RateBars } from './rate-bars.tsx'
import { FactoringResult, type FactoringResultData } from './factoring-result.tsx'
import { LandingFrame, LandingHead } from '../layout/landing-frame.tsx'
import styles from './factoring.module.css'

const PATH = '/lp/factoring'

type LoaderData = {
	kind: 'blank' | 'salary' | 'invalid' | 'ready'
	today: string
	values: DiagnosisValues | null
	errors: DiagnosisErrors
	result: FactoringResultData | null
	figures: FundingFigures
	sources: FigureSource[]
	/** What a page without a diagnosis shows of it. */
	example: Comparison
}

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs): Promise<LoaderData> => {
	const { searchParams } = new URL(request.url)
	const today = isoDay(ctx.now())
	const on = diagnosisDay(searchParams, today)
	const parsed = parseDiagnosis(searchParams, on)
	const { figures, sources } = await readFundingFigures(ctx, today)
	const values = parsed.kind === 'blank' ? null : parsed.values
	const errors = parsed.kind === 'invalid' ? parsed.errors : {}
	const example = exampleComparison(today, figures)
	if (parsed.kind !== 'ready') return { kind: parsed.kind, today, values, errors, result: null, figures, sources, example }
	const { input } = parsed
	const diagnosis = diagnose(input, on, figures)
	const result = {
		input,
		diagnosis,
		on,
		documents: documentsNeeded(input),
		alternatives: alternatives(input, diagnosis, figures),
		sharedPath: `${PATH}${diagnosisSearch(input, on)}`,
		contactPath: diagnosisContactPath(diagnosisSearch(input, on)),
	}
	return { kind: 'ready', today, values, errors, result, figures, sources, example }
})

const crumbs = [{ label: '無料資金診断', path: PATH }]

export default function FactoringPage({ loaderData }: Route.ComponentProps) {
	const { kind, today, values, errors, result, figures, sources, example } = loaderData
	const { publicUrl } = useSite()
	const form = <FactoringForm values={values} errors={errors} today={today} />
	return (
		<LandingFrame crumbs={crumbs}>
			<Head
				title={kind === 'ready' ? '資金診断の結果' : '無料資金診断（ファクタリングの費用計算）'}
				description="売掛金を早く現金にする方法が合うかどうか、2社間・3社間の手数料を年率に直すといくらか、融資など他の方法は何かを、連絡先なしでその場で確かめられます。"
				path={PATH}
				image="/ogp/page/factoring.png"
				noindex={kind !== 'blank'}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			{kind === 'blank' ? <FirstView example={example} figures={figures} /> : <h1>無料資金診断</h1>}
			{kind === 'salary' && <SalaryRefusal />}
			{kind === 'invalid' && <FactoringErrors errors={errors} />}
			{result && <FactoringResult result={result} figures={figures} publicUrl={publicUrl} />}
			{kind === 'ready' || kind === 'salary' ? (
				<details className={`${styles.panel} ${styles.again}`}>
					<summary>
						<h2 id="diagnosis-form">条件を変えて診断する</h2>
					</summary>
					{form}
				</details>
			) : (
				<div className={styles.panel}>
					<h2 id="diagnosis-form">いまの状況を入力する</h2>
					{form}
				</div>
			)}
			<FactoringGuide figures={figures} sources={sources} />
		</LandingFrame>
	)
}

const promises = ['連絡先はいりません', '入力は保存しません', '紹介や勧誘はしません']

/** What the diagnosis answers, with the yearly rates of an example in figures. */
function FirstView({ example, figures }: { example: Comparison; figures: FundingFigures }) {
	return (
		<LandingHead
			title="無料資金診断"
			points={promises}
			aside={
				<section className={styles.example} aria-labelledby="factoring-example">
					<h2 id="factoring-example">{`例：${yenText(example.amount)}を${EXAMPLE_DAYS}日早く受け取ると`}</h2>
					<RateBars comparison={example} quoted={null} figures={figures} withCosts={false} />
				</section>
			}
		>
			<p>売掛金を売る方法（ファクタリング）が合うか、年率ではいくらか、もっと安い方法は何かを、その場でお答えします。</p>
		</LandingHead>
	)
}
