import { Form, useSubmit } from '@remix-run/react'
import type { FormEvent, ReactNode } from 'react'
import { type DiscoverChoice, discoverFields } from './discover-path.ts'

interface ChoiceFormProps {
	className?: string
	role?: 'search'
	/** The anchor of the result. By default the page's top, which shows a field's problem. */
	at?: string
	children: ReactNode
}

/** A GET form. With script empty fields are left out at once, else by a redirect. */
export function ChoiceForm({ at, children, ...form }: ChoiceFormProps) {
	const submit = useSubmit()
	const action = at ? `/discover#${at}` : '/discover'
	function submitFilled(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const fields = new URLSearchParams()
		for (const [name, value] of new FormData(event.currentTarget))
			if (typeof value === 'string' && value !== '') fields.append(name, value)
		submit(fields, { method: 'get', action })
	}
	return (
		<Form method="get" action={action} onSubmit={submitFilled} {...form}>
			{children}
		</Form>
	)
}

/** Hidden fields, so that a search keeps the filters and the place. */
export function KeptFields({ choice, except }: { choice: DiscoverChoice; except: readonly string[] }) {
	return discoverFields(choice)
		.filter(([name]) => !except.includes(name))
		.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
