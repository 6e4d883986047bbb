/** The OpenAPI document as a page to read. */
import { Page } from '../web/layout.tsx';
import type { openApiDocument } from './openapi.ts';

type Operation = Record<string, any>;

/** Names and types of a schema's properties, as lines of text. */
const lines = (schema: Operation | undefined, indent = ''): string[] =>
  Object.entries((schema?.properties ?? {}) as Record<string, Operation>).flatMap(
    ([name, field]) => {
      const inner = field.anyOf?.find((option: Operation) => option.type !== 'null') ?? field;
      const kind =
        inner.enum && inner.enum.length > 8
          ? 'code'
          : (inner.enum?.join(' | ') ?? inner.format ?? inner.type ?? 'any');
      const marks = [
        schema?.required?.includes(name) && 'required',
        field.deprecated && `deprecated, ${field.description}`,
      ].filter(Boolean);
      const line = `${indent}${name}: ${kind}${marks.length ? ` (${marks.join(', ')})` : ''}`;
      return [line, ...(inner.type === 'object' ? lines(inner, `${indent}  `) : [])];
    },
  );

export function Reference({ document }: { document: ReturnType<typeof openApiDocument> }) {
  return (
    <Page title="API reference" kind="office" nav={<a href="/openapi.json">OpenAPI document</a>}>
      <h1>{document.info.title}</h1>
      <p>{document.info.description} Send the API key as “Authorization: Bearer …”.</p>
      {Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods as Record<string, Operation>).map(([method, operation]) => {
          const body = Object.values(
            (operation.requestBody?.content ?? {}) as Record<string, Operation>,
          )[0]?.schema;
          const answer = operation.responses['2XX'].content?.['application/json'].schema as
            Operation | undefined;
          const answered = answer?.type === 'array' ? answer.items : answer;
          return (
            <section class="card">
              <h2>
                <code>{`${method.toUpperCase()} ${path}`}</code>
              </h2>
              <p>{operation.summary}</p>
              {body && (
                <details>
                  <summary>Body</summary>
                  <pre tabindex={0}>{lines(body).join('\n')}</pre>
                </details>
              )}
              {answered && (
                <details>
                  <summary>Answer</summary>
                  <pre tabindex={0}>{lines(answered).join('\n')}</pre>
                </details>
              )}
            </section>
          );
        }),
      )}
      {Object.entries(document.webhooks).map(([name, { post }]) => (
        <section class="card">
          <h2>
            <code>{name}</code>
          </h2>
          <p>{post.summary}</p>
        </section>
      ))}
    </Page>
  );
}
