import { assertApiAccess } from '../../domain/developers/api-access.ts'
import { endpointSchema } from '../../domain/developers/schemas.ts'
import { WEBHOOK_URL_MAX, webhookKinds, webhookKindLabels } from '../../domain/developers/webhook-kinds.ts'
import { addEndpoint } from '../../domain/developers/webhooks.ts'
import { developersPath, newWebhookPath, ownDevelopersPath, webhookPath } from '../../domain/shared/links.ts'
import { parseInput } from '../../domain/shared/parse-input.ts'
import { withCtx } from '../context.ts'
import { Choices } from '../forms/choices.tsx'
import { newClientKey } from '../forms/client-key.server.ts'
import { FieldGroup } from '../forms/field.tsx'
import { textIn } from '../forms/form-state.ts'
import { identityAction } from '../forms/identity-action.server.ts'
import { failureOf } from '../forms/identity-form-state.ts'
import { IdentityForm, SubmitButton, TextField } from '../forms/identity-form.tsx'
import { textOf } from '../forms/read-form.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { proofFrom } from '../session/proof.server.ts'
import { Reauthentication } from '../session/reauthentication.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/webhook-new.page'
import { chosenIn } from './chosen.ts'
import { freshLogin } from './fresh-form.server.ts'
import { ShownOnce } from './shown-once.tsx'

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	await assertApiAccess(ctx)
	return { ...(await freshLogin(ctx)), clientKey: newClientKey(), csrfToken: formToken(context, request) }
})

export const action = identityAction('account', async ({ ctx, form }) => {
	const input = parseInput(endpointSchema, {
		url: textOf(form, 'url'),
		kinds: form.getAll('kinds'),
		clientKey: textOf(form, 'clientKey'),
	})
	const { id, secret } = await addEndpoint(ctx, input, await proofFrom(ctx, form))
	return { kind: 'done', sentence: '送信先を追加しました。', intent: '', shown: { secret, uri: webhookPath(id) } }
})

export default function WebhookNewPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { asksAgain, again, clientKey, csrfToken } = loaderData
	const made = formState?.kind === 'done' ? formState.shown : undefined
	const failure = failureOf(formState)
	return (
		<div className={stack.column}>
			<Head title="Webhookの送信先の追加" description="Webhookの送信先を追加します。" path={newWebhookPath()} noindex />
			<h2>Webhookの送信先を追加する</h2>
			{made?.secret === undefined ? (
				<IdentityForm formState={formState} csrfToken={csrfToken}>
					<input type="hidden" name="clientKey" value={textIn(failure?.values, 'clientKey') ?? clientKey} />
					<TextField
						name="url"
						label="送信先のURL"
						hint={`https:// で始まる、インターネットから届くURL。${WEBHOOK_URL_MAX}文字まで。`}
						type="url"
						inputMode="url"
						autoComplete="off"
						spellCheck={false}
						formState={formState}
					/>
					<FieldGroup id="kinds" legend="受け取るイベント" error={failure?.fields['kinds']}>
						<Choices
							type="checkbox"
							name="kinds"
							options={webhookKinds.map((value) => ({ value, label: `${webhookKindLabels[value]}（${value}）` }))}
							chosen={chosenIn(failure?.values, 'kinds') ?? [...webhookKinds]}
						/>
					</FieldGroup>
					{asksAgain && <Reauthentication id="webhook-password" formState={formState} {...again} />}
					<SubmitButton>送信先を追加する</SubmitButton>
				</IdentityForm>
			) : (
				<ShownOnce label="署名の鍵" value={made.secret}>
					<p>
						受け取る側のプログラムに設定し、署名を確かめてください。確かめ方は<Link to={`${developersPath()}#webhooks`}>Webhookの説明</Link>
						にあります。
					</p>
					<p>
						<Link to={made.uri ?? ownDevelopersPath()}>送信先のページで、送信を試す</Link>
					</p>
				</ShownOnce>
			)}
			<p>
				<Link to={ownDevelopersPath()}>API・Webhookに戻る</Link>
			</p>
		</div>
	)
}
