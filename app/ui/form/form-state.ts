import type { SubmissionResult } from '@conform-to/react'
import { useActionData, useNavigation } from '@remix-run/react'
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import type { FieldConstraint, FieldConstraints } from '#app/kernel/typed-fields.ts'

/** What a field shows of the last answer, and the constraints of its schema. */
export interface FieldState {
	name: string
	defaultValue: string | undefined
	error: string | undefined
	/** Native attributes, by the schema. */
	constraint: FieldConstraint | undefined
}

export interface FormState {
	/** `value` is what was typed, else the default. */
	field(name: string): FieldState
	/** For radio and checkbox rows. */
	isChosen(name: string, value: string): boolean
	/** In the answer's order; `name` is '' for the whole form. */
	problems: { name: string; message: string }[]
	/** A new object with each answer. */
	result: SubmissionResult | null | undefined
}

/**
 * Reads conform's `SubmissionResult` without conform's client code: pages work without JavaScript, and need only the
 * typed values and their problems.
 */
export function formState(
	result: SubmissionResult | null | undefined,
	startValues: Record<string, string | readonly string[] | null | undefined> = {},
	constraints: FieldConstraints = {},
): FormState {
	const typed = result?.initialValue
	const typedOrStart = (name: string): unknown => (typed ? valueAt(typed, name) : startValues[name])
	return {
		field(name) {
			const value = typedOrStart(name)
			return {
				name,
				defaultValue: typeof value === 'string' ? value : undefined,
				error: result?.error?.[name]?.[0],
				constraint: constraints[name],
			}
		},
		isChosen(name, value) {
			const chosen = typedOrStart(name)
			return Array.isArray(chosen) ? chosen.includes(value) : chosen === value
		},
		result,
		problems: Object.entries(result?.error ?? {}).flatMap(([name, messages]) =>
			(messages ?? []).map((message) => ({ name, message })),
		),
	}
}

/** conform nests 'guest.email' as { guest: { email } }. */
function valueAt(values: Record<string, unknown>, name: string): unknown {
	return name
		.split('.')
		.reduce<unknown>(
			(value, part) =>
				typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
			values,
		)
}

/**
 * The answer of this route's action, once the reload of the page's data is done (`shouldRevalidate`). Shown earlier,
 * the fields would restart twice and drop what is typed between.
 */
export function useAnswer<Action>() {
	const answer = useActionData<Action>()
	const { state, formData } = useNavigation()
	const shown = useRef(answer)
	if (state !== 'loading' || formData === undefined) shown.current = answer
	return shown.current
}

/** Spread onto the box: `<div {...useAnswerFocus(refusal)}>`. */
export type AnswerBox<Box extends HTMLElement = HTMLDivElement> = {
	ref: RefObject<Box>
	tabIndex: -1
	autoFocus: true
}

const neverChanges = () => () => {}

/**
 * Scrolls to the box of a refusal and focuses it, once per answer, and marks the page's title. An answer within a
 * loaded document gets its focus from `autofocus`: focusing later would move the customer away.
 */
export function useAnswerFocus<Box extends HTMLElement = HTMLDivElement>(
	answer: unknown,
	isRefusal = true,
): AnswerBox<Box> {
	const box = useRef<Box>(null)
	const isHydrating = useSyncExternalStore(
		neverChanges,
		() => false,
		() => true,
	)
	const arrivedWithPage = useRef(isHydrating ? answer : null)
	useEffect(() => {
		if (!answer) return
		if (arrivedWithPage.current !== answer) box.current?.focus()
		if (!isRefusal) return
		markTitle()
		return unmarkTitle
	}, [answer, isRefusal])
	return { ref: box, tabIndex: -1, autoFocus: true }
}

/** A refused post is announced by the title: screen readers say it first. */
export const REFUSED_PREFIX = 'Error: '

function markTitle(): void {
	unmarkTitle()
	document.title = REFUSED_PREFIX + document.title
}

/** Needed before hydration too: React compares the title with its unmarked one. */
export function unmarkTitle(): void {
	const { title } = document
	if (title.startsWith(REFUSED_PREFIX)) document.title = withoutRefusedPrefix(title)
}

export function withoutRefusedPrefix(title: string): string {
	return title.startsWith(REFUSED_PREFIX) ? title.slice(REFUSED_PREFIX.length) : title
}
