import { findLetterProof } from '../../../domain/documents/letters/letters.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { letterProofPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { Head } from '../../layout/head.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import formPage from '../../ui/form-page.module.css'
import type { Route } from './+types/letter-proof.page'
import styles from '../documents.module.css'
import { stateTexts } from './letter-words.ts'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const { title, version, hash, state, agreedAt, revokedAt } = await findLetterProof(ctx, params.code)
	return {
		code: params.code,
		title,
		version,
		hash,
		state: stateTexts[state],
		agreedAt: agreedAt === null ? '' : momentText(agreedAt),
		revokedAt: revokedAt === null ? null : momentText(revokedAt),
	}
})

/** Compares a letter that somebody holds with what was agreed to. */
export default function LetterProofPage({ loaderData: { code, title, version, hash, state, agreedAt, revokedAt } }: Route.ComponentProps) {
	return (
		<>
			<Breadcrumbs crumbs={[{ label: '契約書の照合', path: letterProofPath(code) }]} />
			<div className={formPage.page}>
				<Head
					title={`${title}の照合`}
					description="契約書の本文が、同意されたときのままかを照合します。"
					path={letterProofPath(code)}
					noindex
				/>
				<h1>{`${title}の照合`}</h1>
				<p>お手元の契約書の「合意の記録」にあるハッシュ値と、下の値を見比べてください。同じなら、同意された本文のままです。</p>
				<FactList
					rows={[
						{ label: '版', value: `第${version}版` },
						{ label: '状態', value: state },
						{ label: '合意した日時', value: agreedAt },
						...(revokedAt === null ? [] : [{ label: '解除の通知', value: revokedAt }]),
						{ label: '本文のハッシュ値（SHA-256）', value: <code className={styles.name}>{hash}</code> },
					]}
				/>
				<p>当事者の名前と本文は、ここには示しません。この記録は、電子署名及び認証業務に関する法律にいう電子署名ではありません。</p>
			</div>
		</>
	)
}
