import type { BusinessRole } from '../../../domain/accounts/business-roles.ts'
import { askPath, calculatorPath, categoryIndexPath, estimateFormPath, registrationPath, wizardPath } from '../../../domain/shared/links.ts'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import styles from './first-steps.module.css'

type Step = { to: string; title: string; text: string }

const ask: Step = { to: askPath(), title: '質問する', text: '事業の疑問を匿名で書くと、資格を確認した専門家が無料で答えます。' }
const quote: Step = {
	to: estimateFormPath(),
	title: '見積もりを頼む',
	text: '業務と地域を選ぶと、最大5つの事務所から2営業日以内に見積もりが届きます。',
}
const search: Step = { to: categoryIndexPath(), title: '事務所を探す', text: '業務・地域・駅から探し、料金と口コミを比べられます。' }
const wizard: Step = {
	to: wizardPath({}),
	title: '困りごとから選ぶ',
	text: '何を頼めばよいか分からないときに。質問に答えると業務が決まります。',
}
const calculators: Step = {
	to: calculatorPath(),
	title: '費用を計算する',
	text: '会社設立の費用や社会保険料などを、いまの法令で計算します。',
}
const register: Step = {
	to: registrationPath(),
	title: '専門家として登録する',
	text: '資格の確認が済むと、事務所の掲載、質問への回答、見積もりの受け付けができます。掲載は無料です。',
}

/** Which three steps a person begins with, by what they said they are. */
const stepsOf: Readonly<Record<BusinessRole, readonly Step[]>> = {
	owner: [quote, ask, search],
	planning: [wizard, calculators, ask],
	staff: [search, quote, ask],
	expert: [register, search, ask],
}

/** Three ways to begin, for somebody who has not yet asked, requested or written anything. */
export function FirstSteps({ role }: { role: BusinessRole | null }) {
	return (
		<section aria-labelledby="first-steps">
			<h2 id="first-steps">はじめに</h2>
			<ul className={`${stack.tiles} ${styles.steps}`}>
				{(role === null ? [search, quote, ask] : stepsOf[role]).map(({ to, title, text }) => (
					<li key={title}>
						<Link to={to}>
							<strong>{title}</strong>
							<span>{text}</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	)
}
