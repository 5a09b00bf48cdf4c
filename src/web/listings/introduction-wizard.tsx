import { Link } from 'react-router'
import { audiences, findAudience, symptomsOf } from '../../domain/funding-diagnosis/symptoms.ts'
import { estimateFormPath, taskIndexPath, wizardPath } from '../../domain/shared/links.ts'
import { type Card, OfficeCard } from './office-card.tsx'
import { PrefectureOptions } from '../forms/prefecture-options.tsx'
import { Empty } from '../ui/empty.tsx'
import stack from '../ui/stack.module.css'
import styles from './introduction.module.css'

/** What the answers lead to, with its first offices. */
type WizardList = { path: string; count: number; offices: Card[] }

export type WizardData = {
	step: 1 | 2 | 3 | 4 | 5
	who: (typeof audiences)[number]['slug'] | null
	symptom: { slug: string; text: string } | null
	tasks: { id: number; name: string; summary: string; professions: string[] }[]
	taskId: number | null
	area: { id: number; name: string } | null
	list: WizardList | null
	allJapan: string | null
}

const stepNames = ['あなたについて', '困っていること', '頼む業務', '地域', '事務所の一覧']

/** Five steps on one path, each a page with its own address; the answers are links, so that the browser's back button works. */
export function Wizard({ data }: { data: WizardData }) {
	const { step } = data
	const answers = givenAnswers(data)
	return (
		<section className={styles.wizard} aria-labelledby="wizard">
			<p className={styles.progress}>
				<span className={styles.path} aria-hidden="true">
					{stepNames.map((name, index) => (
						<span key={name} data-state={index + 1 < step ? 'done' : index + 1 === step ? 'now' : undefined} />
					))}
				</span>
				<span className={styles.number}>
					<span className="visually-hidden">ステップ</span>
					{`${step}／${stepNames.length}`}
				</span>
				<strong>{stepNames[step - 1]}</strong>
			</p>
			{answers.length > 0 && (
				<ul className={`${stack.chips} ${styles.answers}`} aria-label="これまでの答え">
					{answers.map(({ text, change }, index) => (
						<li key={change}>
							<Link to={change} preventScrollReset>
								<span>{text}</span>
								<small>
									選び直す<span className="visually-hidden">{`（${stepNames[index]}）`}</span>
								</small>
							</Link>
						</li>
					))}
				</ul>
			)}
			<CurrentStep data={data} />
		</section>
	)
}

type Who = NonNullable<WizardData['who']>

const chosenTask = ({ tasks, taskId }: WizardData) => tasks.find(({ id }) => id === taskId)

type Answer = { text: string; change: string }

/** The answers so far in the order of the steps, each with the address at which it is chosen again. */
function givenAnswers(data: WizardData): Answer[] {
	const audience = findAudience(data.who)
	const task = chosenTask(data)
	if (!audience) return []
	const answers: Answer[] = [{ text: audience.name, change: wizardPath({}) }]
	if (!data.symptom) return answers
	const [who, hurt] = [audience.slug, data.symptom.slug]
	answers.push({ text: data.symptom.text, change: wizardPath({ who }) })
	if (!task) return answers
	answers.push({ text: task.name, change: wizardPath({ who, hurt }) })
	if (data.area) answers.push({ text: data.area.name, change: wizardPath({ who, hurt, task: task.id }) })
	return answers
}

function CurrentStep({ data }: { data: WizardData }) {
	const { step, who, symptom, taskId, area, list } = data
	if (step === 1 || !who) return <WhoStep />
	if (step === 2 || !symptom) return <HurtStep who={who} />
	if (step === 3 || taskId === null) return <TaskStep who={who} hurt={symptom.slug} tasks={data.tasks} />
	if (step === 4 || !area || !list) return <AreaStep who={who} hurt={symptom.slug} task={taskId} />
	return <ListStep task={{ id: taskId, name: chosenTask(data)?.name ?? '' }} area={area} list={list} allJapan={data.allJapan} />
}

function Question({ children }: { children: string }) {
	return <h2 id="wizard">{children}</h2>
}

function WhoStep() {
	return (
		<>
			<Question>あなたに近いものはどれですか</Question>
			<ul className={styles.choices}>
				{audiences.map((audience) => (
					<li key={audience.slug}>
						<Link to={wizardPath({ who: audience.slug })} preventScrollReset>
							<strong>{audience.name}</strong>
							<small>{audience.hint}</small>
						</Link>
					</li>
				))}
			</ul>
		</>
	)
}

function HurtStep({ who }: { who: Who }) {
	return (
		<>
			<Question>いちばん困っていることは何ですか</Question>
			<ul className={styles.choices}>
				{symptomsOf(who).map((symptom) => (
					<li key={symptom.slug}>
						<Link to={wizardPath({ who, hurt: symptom.slug })} preventScrollReset>
							{symptom.text}
						</Link>
					</li>
				))}
			</ul>
			<p>
				近いものがないときは、<Link to={taskIndexPath()}>業務の一覧</Link>や<Link to="/search">検索</Link>もお試しください。
			</p>
		</>
	)
}

function TaskStep({ who, hurt, tasks }: { who: Who; hurt: string; tasks: WizardData['tasks'] }) {
	return (
		<>
			<Question>頼みたい業務を選んでください</Question>
			{tasks.length > 1 && <p className={styles.lead}>上にあるものほど、先に相談することが多い業務です。</p>}
			<ul className={styles.choices}>
				{tasks.map((task) => (
					<li key={task.id}>
						<Link to={wizardPath({ who, hurt, task: task.id })} preventScrollReset>
							<strong>{task.name}</strong>
							<span>{task.summary}</span>
							<small>{`頼める資格：${task.professions.join('、')}`}</small>
						</Link>
					</li>
				))}
			</ul>
		</>
	)
}

function AreaStep({ who, hurt, task }: { who: Who; hurt: string; task: number }) {
	return (
		<>
			<Question>どの地域で探しますか</Question>
			<form action="/lp/introduction" method="get" className={styles.area}>
				<input type="hidden" name="who" value={who} />
				<input type="hidden" name="hurt" value={hurt} />
				<input type="hidden" name="task" value={task} />
				<label htmlFor="wizard-area">都道府県</label>
				<select id="wizard-area" name="area" defaultValue="13">
					<PrefectureOptions />
				</select>
				<button type="submit" className="button">
					次へ
				</button>
			</form>
			<p>
				<Link to={wizardPath({ who, hurt, task, area: 0 })} preventScrollReset>
					地域を決めずに、全国から探す
				</Link>
			</p>
		</>
	)
}

function ListStep({
	task,
	area,
	list: { count, path, offices },
	allJapan,
}: {
	task: { id: number; name: string }
	area: { id: number; name: string }
	list: WizardList
	allJapan: string | null
}) {
	return (
		<>
			<Question>{`${area.name}で「${task.name}」を頼める事務所`}</Question>
			{count > 0 ? (
				<>
					<p className={styles.count}>
						<strong>{count.toLocaleString('ja-JP')}</strong>件の事務所があります。
					</p>
					<ul className={stack.list}>
						{offices.map((office) => (
							<li key={office.id}>
								<OfficeCard office={office} heading="h3" taskId={task.id} inView />
							</li>
						))}
					</ul>
					<p>
						<Link className="button" to={path}>
							{count > offices.length ? `${count.toLocaleString('ja-JP')}件の一覧を見る` : '一覧を見る'}
						</Link>
					</p>
					<p className={styles.lead}>
						一覧では、市区町村や駅、初回相談無料などの条件でさらに絞り込めます。
						<Link to={estimateFormPath({ taskId: task.id, prefectureId: area.id || undefined })}>見積もりをまとめて頼む</Link>
						こともできます。
					</p>
				</>
			) : (
				<Empty scene="signpost" title={`${area.name}で掲載している事務所は、今のところありません。`}>
					{allJapan && (
						<p>
							<Link className="button" to={allJapan}>
								全国の一覧を見る
							</Link>
						</p>
					)}
				</Empty>
			)}
		</>
	)
}
