import type { Audience } from '../../domain/funding-diagnosis/symptoms.ts'
import { wizardPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import styles from './troubles.module.css'

/** Troubles in the words of owners; each opens the wizard where its tasks are chosen. The sign is drawn on a milestone. */
export const troubles: readonly { sign: string; title: string; topics: string; who: Audience; hurt: string }[] = [
	{ sign: '税', title: '税務署から電話・通知が来た', topics: '税務調査・修正申告', who: 'sole', hurt: 'tax-inspection' },
	{ sign: '円', title: '来月の支払いが足りない', topics: '資金繰り・融資・診断', who: 'sole', hurt: 'cash-short' },
	{ sign: '人', title: 'はじめて人を雇う', topics: '社会保険・給与・雇用契約', who: 'sole', hurt: 'first-hire' },
	{ sign: '店', title: '店を開く・会社をつくる', topics: '設立・届出・創業融資', who: 'starting', hurt: 'found-company' },
	{ sign: '継', title: '店や会社を継ぐ・ゆずる', topics: '承継・株式・M&A', who: 'company', hurt: 'hand-over' },
	{ sign: '約', title: '代金を払ってもらえない', topics: '契約書・債権回収', who: 'sole', hurt: 'unpaid' },
]

export function Troubles() {
	return (
		<section className="content" aria-labelledby="top-troubles">
			<div className={styles.section}>
				<h2 id="top-troubles">どんなことで困っていますか</h2>
				<ul className={styles.list}>
					{troubles.map(({ sign, title, topics, who, hurt }) => (
						<li key={hurt}>
							<Link to={wizardPath({ who, hurt })} rel="nofollow">
								<span className={styles.sign} aria-hidden="true">
									{sign}
								</span>
								<span>
									<strong>{title}</strong>
									<small>{topics}</small>
								</span>
							</Link>
						</li>
					))}
				</ul>
				<p>
					<Link className={styles.more} to={wizardPath()}>
						ほかの困りごとから選ぶ
					</Link>
				</p>
			</div>
		</section>
	)
}
