/** The OpenAPI document as a web page. */
import { Page } from '../web/layout.tsx';
import { resolved, type Json, type OpenApiDocument } from './openapi.ts';

/** Names and types of a schema's properties, as lines of text. */
function lines(document: OpenApiDocument, schema: Json, indent = ''): string[] {
  const { properties = {}, required = [] } = resolved(document, schema);
  return Object.entries(properties as Record<string, Json>).flatMap(([name, field]) => {
    const inner = resolved(document, field);
    const values = inner.enum ?? [];
    const kind =
      values.length > 8
        ? 'code'
        : values.length
          ? values.join(' | ')
          : (inner.format ?? [inner.type ?? 'any'].flat().join(' or '));
    const marks = [
      required.includes(name) && 'required',
      field.deprecated && `deprecated, ${field.description}`,
    ].filter(Boolean);
    const line = `${indent}${name}: ${kind}${marks.length ? ` (${marks.join(', ')})` : ''}`;
    const isNested = inner.properties && indent.length < 6;
    return [line, ...(isNested ? lines(document, inner, `${indent}  `) : [])];
  });
}

const first = (content: Json | undefined): Json | undefined => Object.values(content ?? {})[0];

interface ShapeProps {
  document: OpenApiDocument;
  title: string;
  media?: Json;
}

const Shape = ({ document, title, media }: ShapeProps) =>
  media ? (
    <details>
      <summary>{title}</summary>
      <pre tabindex={0}>
        {lines(document, resolved(document, media.schema).items ?? media.schema).join('\n')}
      </pre>
      {Object.values((media.examples ?? {}) as Record<string, Json>).map((example) => (
        <pre tabindex={0}>{JSON.stringify(resolved(document, example).value, null, 2)}</pre>
      ))}
    </details>
  ) : null;

export function Reference({ document }: { document: OpenApiDocument }) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Json>).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  return (
    <Page title="API reference" kind="office">
      <h1>{document.info.title}</h1>
      <p>
        {document.info.description} Send the API key in the header “Authorization”, without a word
        before it.
      </p>
      <p>
        To import: <a href="/openapi.json">OpenAPI 3.1</a>. For tools that need OpenAPI 3.0 or
        Swagger 2.0, the repository contains files made from it.
      </p>
      {document.tags.map((tag) => (
        <section class="card">
          <h2>{tag.name}</h2>
          <p class="hint">{tag.description}</p>
          {operations
            .filter(({ operation }) => operation.tags.includes(tag.name))
            .map(({ title, operation }) => (
              <>
                <h3>
                  <code>{title}</code>
                </h3>
                <p>{operation.description}</p>
                <Shape
                  document={document}
                  title="Body"
                  media={first(operation.requestBody?.content)}
                />
                <Shape
                  document={document}
                  title="Answer"
                  media={first((Object.values(operation.responses)[0] as Json).content)}
                />
                <p class="meta">Answers {Object.keys(operation.responses).join(', ')}</p>
              </>
            ))}
          {tag.name === 'Events' &&
            Object.entries(document.webhooks).map(([name, { post }]) => (
              <>
                <h3>
                  <code>{name}</code>
                </h3>
                <p>{post.description}</p>
                <Shape document={document} title="Body" media={first(post.requestBody.content)} />
              </>
            ))}
        </section>
      ))}
    </Page>
  );
}
