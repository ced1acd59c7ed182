import { useActionData, useNavigation } from '@remix-run/react'
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'

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
