import { assertApiAccess } from '../../domain/developers/api-access.ts'
import { tokenSchema } from '../../domain/developers/schemas.ts'
import { scopeLabels, scopes, TOKEN_NAME_MAX, tokenDays } from '../../domain/developers/scopes.ts'
import { createToken } from '../../domain/developers/tokens.ts'
import { developersPath, newTokenPath, ownDevelopersPath } from '../../domain/shared/links.ts'
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
import type { Route } from './+types/token.page'
import { chosenIn } from './chosen.ts'
import { freshLogin } from './fresh-form.server.ts'
import { ShownOnce } from './shown-once.tsx'

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	await assertApiAccess(ctx)
	return { ...(await freshLogin(ctx)), clientKey: newClientKey(), csrfToken: formToken(context, request) }
})

export const action = identityAction('account', async ({ ctx, form }) => {
	const input = parseInput(tokenSchema, {
		name: textOf(form, 'name'),
		scopes: form.getAll('scopes'),
		days: textOf(form, 'days'),
		clientKey: textOf(form, 'clientKey'),
	})
	const secret = await createToken(ctx, input, await proofFrom(ctx, form))
	return { kind: 'done', sentence: `トークン「${input.name}」を作りました。`, intent: '', shown: { secret } }
})

export default function TokenPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { asksAgain, again, clientKey, csrfToken } = loaderData
	const made = formState?.kind === 'done' ? formState.shown?.secret : undefined
	const failure = failureOf(formState)
	return (
		<div className={stack.column}>
			<Head title="APIトークンを作る" description="APIトークンを作ります。" path={newTokenPath()} noindex />
			<h2>APIトークンを作る</h2>
			{made === undefined ? (
				<IdentityForm formState={formState} csrfToken={csrfToken}>
					<input type="hidden" name="clientKey" value={textIn(failure?.values, 'clientKey') ?? clientKey} />
					<TextField
						name="name"
						label="名前"
						hint={`使い道が分かる名前。${TOKEN_NAME_MAX}文字まで。例：顧客管理との連携`}
						autoComplete="off"
						formState={formState}
					/>
					<FieldGroup
						id="scopes"
						legend="できること"
						hint="必要なものだけを選んでください。あとから変えられません。"
						error={failure?.fields['scopes']}
					>
						<Choices
							type="checkbox"
							name="scopes"
							options={scopes.map((value) => ({ value, label: `${scopeLabels[value]}（${value}）` }))}
							chosen={chosenIn(failure?.values, 'scopes') ?? ['read:leads']}
						/>
					</FieldGroup>
					<FieldGroup id="days" legend="有効期間" error={failure?.fields['days']}>
						<Choices
							type="radio"
							name="days"
							isShort
							options={tokenDays.map((value) => ({ value: `${value}`, label: `${value}日` }))}
							chosen={chosenIn(failure?.values, 'days') ?? ['90']}
						/>
					</FieldGroup>
					{asksAgain && <Reauthentication id="token-password" formState={formState} {...again} />}
					<SubmitButton>トークンを作る</SubmitButton>
				</IdentityForm>
			) : (
				<ShownOnce label="新しいAPIトークン" value={made}>
					<p>
						呼び出しの <code>Authorization: Bearer</code> に入れて使います。使い方は<Link to={developersPath()}>APIの説明</Link>にあります。
					</p>
				</ShownOnce>
			)}
			<p>
				<Link to={ownDevelopersPath()}>API・Webhookに戻る</Link>
			</p>
		</div>
	)
}
