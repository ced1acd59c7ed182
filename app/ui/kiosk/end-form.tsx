import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { SubmitButton } from '../button.tsx'

interface EndFormProps {
	/** For screen readers. */
	name: string
	/** The field that holds the row's id. */
	field: string
	id: string
	act: string
	intent?: string
	/** Ending it was refused. */
	isOpen: boolean
	label: string
	children: ReactNode
}

/** Ends a row of an owner's list, behind a tap that says what that means. */
export function EndForm({ name, field, id, act, intent = 'end', isOpen, label, children }: EndFormProps) {
	return (
		<details open={isOpen}>
			<summary className="tap">
				End<span className="sr"> {name}</span>
			</summary>
			<Form method="post">
				<input type="hidden" name="act" value={act} />
				<input type="hidden" name="intent" value={intent} />
				<p>{children}</p>
				<SubmitButton variant="danger" size="small" name={field} value={id} busyLabel="Ending…">
					{label}
				</SubmitButton>
			</Form>
		</details>
	)
}
