/** A field as the definition of the app has it, for whoever shows it elsewhere than in Zapier. */
import type { PlainInputField } from 'zapier-platform-core';

/** A field; what it offers to choose from stands in it. */
export interface Field extends Omit<PlainInputField, 'choices' | 'children'> {
  choices?: string[] | Record<string, string> | { value: string; label: string }[];
  children?: Field[];
}

/** The values of a dropdown with their labels. */
export const choicesOf = ({ choices = [] }: Field): { value: string; label: string }[] =>
  Array.isArray(choices)
    ? choices.map((choice) =>
        typeof choice === 'string' ? { value: choice, label: choice } : choice,
      )
    : Object.entries(choices).map(([value, label]) => ({ value, label }));
