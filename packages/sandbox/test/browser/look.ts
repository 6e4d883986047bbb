/// <reference lib="dom" />
/** What is wrong with the look of a page, by measure. */
import type { Page } from 'playwright-core';

import { at, check, fits, narrow } from './support.ts';

/** Words that are broken over two lines without a hyphen. */
export const brokenWords = (page: Page, words: RegExp) =>
  page.evaluate(
    ({ source, flags }) => {
      const broken: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        const parent = node.parentElement!;
        if (!parent.checkVisibility()) continue;
        if (parent.closest('option, textarea, script, .visually-hidden')) continue;
        for (const { 0: word, index } of node.data.matchAll(new RegExp(source, flags))) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = [...range.getClientRects()].map(({ bottom }) => Math.round(bottom));
          if (new Set(lines).size > 1) broken.push(`broken: ${word}`);
        }
      }
      return broken;
    },
    { source: words.source, flags: words.flags },
  );

/** Labels that are not 4 to 6 px above their input, and rings of the focus that reach into them. */
const tightLabels = (page: Page) =>
  page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>('input, select, textarea');
    return [...fields].flatMap((field) => {
      const label = field.labels?.[0];
      if (!label || label.contains(field) || label.matches('.chooser')) return [];
      if (!field.checkVisibility()) return [];
      const gap = field.getBoundingClientRect().top - label.getBoundingClientRect().bottom;
      field.focus();
      const { outlineWidth, outlineOffset } = getComputedStyle(field);
      const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      return gap >= 4 && gap <= 6.01 && ring > 0 && ring <= gap
        ? []
        : [`label: ${label.textContent}: ${gap} px, ring ${ring} px`];
    });
  });

/** Two fields or rows of buttons of a form that touch each other. */
const touchingFields = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.field, .actions')]
      .map((field) => ({ field, box: field.getBoundingClientRect() }))
      .filter(({ field }) => field.checkVisibility());
    return boxes.flatMap(({ field, box }) =>
      boxes
        .filter(
          ({ box: other }) =>
            other.left < box.right &&
            other.right > box.left &&
            other.top >= box.bottom - 1 &&
            other.top < box.bottom + 8,
        )
        .map((other) => `touching: ${field.textContent} | ${other.field.textContent}`),
    );
  });

/** Boxes to tick that the words beside them have made smaller. */
const squeezedBoxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
      .filter((box) => box.checkVisibility() && box.offsetWidth < box.offsetHeight)
      .map((box) => `squeezed: ${box.closest('label')?.textContent}`),
  );

/** Primary buttons that the eye or the keyboard does not come to first, at the left of their row. */
const displacedButtons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, .button):not(.outline, .visually-hidden)')]
      .filter((button) => button.checkVisibility() && !button.closest('.filters'))
      .filter((button) => {
        const row = button.closest('.actions') ?? button.parentElement!;
        const buttons = [...row.querySelectorAll(':is(button, .button):not([hidden])')];
        const { left, top } = button.getBoundingClientRect();
        const isBefore = (other: Element) => {
          const box = other.getBoundingClientRect();
          return box.height > 0 && (box.top < top - 1 || (box.top <= top + 1 && box.left < left));
        };
        const isAway = left - row.getBoundingClientRect().left > 1;
        return buttons[0] !== button || buttons.some(isBefore) || isAway;
      })
      .map(({ textContent }) => `displaced: ${textContent}`),
  );

/** Whole words of letters; up to sixteen letters find their place at 320 px. */
const shortWords = /(?<!\S)\p{L}{2,16}(?!\S)/gu;

/** What is wrong with the page; axe looks at the narrow one, where all stands closest. */
export async function looksRight(what: string, words = shortWords) {
  const { page } = at;
  await (page.viewportSize()!.width === narrow.width ? check() : fits());
  const faults = [
    await brokenWords(page, words),
    await tightLabels(page),
    await touchingFields(page),
    await squeezedBoxes(page),
    await displacedButtons(page),
  ];
  expect([what, faults.flat()]).toEqual([what, []]);
}
