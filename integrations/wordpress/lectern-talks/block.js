/** The block in the editor: its settings, and the list as readers will see it. */
(({ blocks, blockEditor, components, element, i18n, serverSideRender }) => {
  const { __ } = i18n;
  const make = element.createElement;

  blocks.registerBlockType('lectern/talks', {
    edit({ attributes, setAttributes }) {
      const field = (name, label, kind, more) =>
        make(kind, {
          key: name,
          label,
          value: attributes[name],
          onChange: (value) => setAttributes({ [name]: value }),
          ...more,
        });
      const settings = make(
        components.PanelBody,
        { title: __('Talks', 'lectern-talks') },
        field('src', __('Address of a search, a series, a department…', 'lectern-talks'), components.TextControl, {
          type: 'url',
          help: __('Copy it from the pages of your Lectern.', 'lectern-talks'),
        }),
        field('count', __('Number of talks', 'lectern-talks'), components.TextControl, {
          type: 'number',
          min: 1,
          max: 50,
        }),
        field('layout', __('Layout', 'lectern-talks'), components.SelectControl, {
          options: [
            { value: '', label: __('List', 'lectern-talks') },
            { value: 'compact', label: __('Compact', 'lectern-talks') },
            { value: 'table', label: __('Table', 'lectern-talks') },
            { value: 'cards', label: __('Cards', 'lectern-talks') },
          ],
        }),
      );
      // The component waits before it loads a list, but forgets to if it is drawn again meanwhile.
      const [drawn, draw] = element.useState(attributes);
      element.useEffect(() => {
        const later = setTimeout(() => draw(attributes), 500);
        return () => clearTimeout(later);
      }, [attributes.src, attributes.count, attributes.layout]);
      const list = { key: JSON.stringify(drawn), block: 'lectern/talks', attributes: drawn };
      const shown = make(components.Disabled, {}, make(serverSideRender, list));
      return make('div', blockEditor.useBlockProps(), make(blockEditor.InspectorControls, {}, settings), shown);
    },
    save: () => null,
  });
})(window.wp);
