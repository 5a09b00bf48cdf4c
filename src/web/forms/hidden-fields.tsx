/** The hidden fields of every form of a signed-in person. */
export type FormKeys = { csrfToken: string; clientKey: string }

/** The hidden part of a form: its token, which form of the page it is, the row it is about, and the version it was opened with. */
export function HiddenFields({
	csrfToken,
	intent,
	targetId,
	clientKey,
	version,
}: {
	csrfToken: string
	intent?: string | undefined
	targetId?: string | number | undefined
	/** Idempotency key of the form: a repeated submit with it does nothing new. */
	clientKey?: string | undefined
	version?: string | number | undefined
}) {
	return (
		<>
			<input type="hidden" name="csrfToken" value={csrfToken} />
			{intent !== undefined && <input type="hidden" name="intent" value={intent} />}
			{targetId !== undefined && <input type="hidden" name="targetId" value={targetId} />}
			{clientKey !== undefined && <input type="hidden" name="clientKey" value={clientKey} />}
			{version !== undefined && <input type="hidden" name="version" value={version} />}
		</>
	)
}
