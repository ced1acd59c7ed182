import { Fragment, type ReactNode } from 'react'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { Notice } from '#app/ui/notice.tsx'
import { KioskForm } from './kiosk-page.tsx'
import { OwnerAnswer, OwnerPage } from './owner-page.tsx'

interface AccessPageProps {
	title: string
	shopName: string
	answer: ActionAnswer<unknown> | undefined
	form: FormState
	/** Field names in the page's order. */
	order: readonly string[]
	/** Just created: the secret is shown once. `words` say what to do with it. */
	made: { title: string; secret: string; words: ReactNode } | undefined
	children: ReactNode
}

/** An owner's page of keys, calendar feeds or devices. */
export function AccessPage({ title, shopName, answer, form, order, made, children }: AccessPageProps) {
	return (
		<OwnerPage title={title} subtitle={shopName} isForm>
			<OwnerAnswer
				answer={answer && { result: answer.result, refusal: answer.refusal }}
				form={form}
				order={order}
			/>
			{made && (
				<Notice tone="info" title={made.title} className="mb-4">
					<b>{made.secret}</b>
					<br />
					{made.words}
				</Notice>
			)}
			<div className="two">{children}</div>
		</OwnerPage>
	)
}

interface AccessRowsProps {
	rows: readonly {
		id: string
		name: string
		beside?: string
		/** Below its name; the first holds numbers. */
		lines: readonly (string | null)[]
		/** Null for a row that an owner cannot end. */
		end: { label: string; name: string } | null
	}[]
	/** The form's field that names the row to end. */
	field: { name: string; defaultValue: string | undefined }
	act: string
	intent?: string
	/** What ending a row means. */
	children: ReactNode
}

/** Rows in use. Ending one needs a second tap. */
export function AccessRows({ rows, field, act, intent, children }: AccessRowsProps) {
	if (rows.length === 0) return <p className="soft">None yet.</p>
	return (
		<Card kind="rows" as="ul">
			{rows.map(({ id, name, beside, lines, end }) => (
				<li key={id} className="padded">
					<b>{name}</b>
					{beside && (
						<>
							{' '}
							<span className="soft">{beside}</span>
						</>
					)}
					{lines
						.filter((line) => line !== null)
						.map((line, place) => (
							<Fragment key={line}>
								<br />
								<span className={place === 0 ? 'soft num' : 'soft'}>{line}</span>
							</Fragment>
						))}
					{end && (
						<EndForm
							name={end.name}
							field={field.name}
							id={id}
							act={act}
							intent={intent}
							isOpen={field.defaultValue === id}
							label={end.label}
						>
							{children}
						</EndForm>
					)}
				</li>
			))}
		</Card>
	)
}

interface EndFormProps {
	/** For screen readers. */
	name: string
	/** The field that holds the row's id. */
	field: string
	id: string
	act: string
	intent?: string
	/** Ending this row was refused. */
	isOpen: boolean
	label: string
	children: ReactNode
}

/** The first tap says what ending the row means. */
function EndForm({ name, field, id, act, intent = 'end', isOpen, label, children }: EndFormProps) {
	return (
		<details open={isOpen}>
			<summary className="tap">
				End<span className="sr"> {name}</span>
			</summary>
			<KioskForm act={act} hidden={{ intent }}>
				<p>{children}</p>
				<SubmitButton variant="danger" size="small" name={field} value={id} busyLabel="Ending…">
					{label}
				</SubmitButton>
			</KioskForm>
		</details>
	)
}
