import { notFound } from '../../../domain/shared/errors.ts'
import { withCtx } from '../../context.ts'
import { Head } from '../../layout/head.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import type { Route } from './+types/styleguide.page'
import { Cards } from './cards.tsx'
import { Controls } from './controls.tsx'
import { Foundations } from './foundations.tsx'
import { Signs } from './signs.tsx'

export const handle = { plain: true }

/** Only for a demo on localhost, like its mailbox; otherwise not found. */
export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	if (!ctx.accounts.mailbox) throw notFound('styleguide')
	return null
})

/** Every component in every state, for those who build pages. It is a listing page because the office's card is. */
export default function StyleguidePage() {
	return (
		<>
			<Head title="部品の見本" description="しるべの画面の部品を、状態ごとに並べた見本です。" path="/demo/styleguide" noindex />
			<Breadcrumbs crumbs={[{ label: '部品の見本', path: '/demo/styleguide' }]} />
			<div className="content">
				<h1>部品の見本</h1>
				<Foundations />
				<Controls />
				<Signs />
				<Cards />
			</div>
		</>
	)
}
