import { parseCalculatorForm } from '../../domain/calculators/calculator.ts'
import { findCalculator } from '../../domain/calculators/calculators.ts'
import { readRates } from '../../domain/calculators/rates.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { isoDay } from '../../domain/shared/japan-time.ts'
import { calculatorPath } from '../../domain/shared/links.ts'
import { isOverdue } from '../../domain/taxonomy/facts.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { withCtx } from '../context.ts'
import form from '../forms/form.module.css'
import type { FormState } from '../forms/form-state.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/calculator.page'
import { CalculatorForm } from './calculator-form.tsx'
import { CalculatorGrounds, CalculatorTasks, Result } from './calculator-result.tsx'
import styles from './calculator.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, request }: Route.LoaderArgs) => {
	const calculator = findCalculator(params.slug)
	if (!calculator) throw notFound('calculator')
	const { slug, title, summary, fields, limits, rateKeys } = calculator
	const asked = parseCalculatorForm(calculator, new URL(request.url).searchParams)
	const [rates, tasks] = await Promise.all([readRates(ctx, rateKeys), listTasks(ctx)])
	const isCurrent = rateKeys.every((key) => rates.has(key))
	const formState: FormState | undefined =
		asked.kind === 'invalid' ? { intent: 'calculate', targetId: '', fields: asked.errors, values: asked.values } : undefined
	return {
		slug,
		title,
		summary,
		fields,
		limits,
		isCurrent,
		formState,
		isBlank: asked.kind === 'blank',
		values: asked.kind === 'blank' ? {} : asked.values,
		result: asked.kind === 'ready' && isCurrent ? calculator.calculate(asked.answers, rates) : null,
		rates: [...rates.values()].map(({ fact: { key, name, law, source }, current }) => ({
			key,
			name,
			law,
			source,
			value: current.value,
			validFrom: current.validFrom,
			validUntil: current.validUntil,
			checkedOn: current.checkedOn,
			comparedOn: current.comparedOn,
			compareBy: current.compareBy,
			pending: current.pending,
			isOverdue: isOverdue(current, isoDay(ctx.now())),
		})),
		tasks: calculator.tasks.flatMap((name) => tasks.filter((task) => task.slug === name).map((task) => ({ id: task.id, name: task.name }))),
	}
})

export default function CalculatorPage({ loaderData }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const { slug, title, summary, isCurrent, result, isBlank } = loaderData
	const crumbs = [
		{ label: '計算ツール', path: calculatorPath() },
		{ label: title, path: calculatorPath(slug) },
	]
	return (
		<>
			<Head
				title={title}
				description={`${summary}根拠の法令と、率を確かめた日を示します。登録はいりません。`}
				path={calculatorPath(slug)}
				noindex={!isBlank}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<article className={`content ${stack.column} ${styles.page}`}>
				<header className={stack.close}>
					<h1>{title}</h1>
					<p className={stack.lead}>{summary}</p>
				</header>
				{!isCurrent && (
					<p className={form.warning} role="status">
						この計算に使う率の期限が切れ、新しい率をまだ確かめていないため、いまは計算できません。
					</p>
				)}
				<div className={styles.columns}>
					<CalculatorForm {...loaderData} />
					<div>
						{result ? <Result result={result} /> : <p className={styles.hint}>数字を入れて「計算する」を押すと、ここに結果が出ます。</p>}
					</div>
				</div>
				<CalculatorGrounds limits={loaderData.limits} rates={loaderData.rates} />
				<CalculatorTasks tasks={loaderData.tasks} />
			</article>
		</>
	)
}
